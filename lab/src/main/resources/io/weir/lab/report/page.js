"use strict";
(() => {
  const report = JSON.parse(document.getElementById("report").textContent);
  const whole = new Intl.NumberFormat("en");
  const COLOURS = ["--a", "--b", "--c", "--d"];
  const charts = [];

  const byId = id => document.getElementById(id);
  const colour = name => getComputedStyle(probe(name)).color;
  const share = (part, all) => {
    const percent = all === 0 ? 0 : 100 * part / all;
    return percent.toFixed(percent >= 10 || percent === 0 ? 1 : percent >= 0.1 ? 2 : 4) + " %";
  };

  /** A canvas needs a colour, and light-dark() becomes one only on an element. */
  function probe(name) {
    const element = byId("probe") || document.body.appendChild(Object.assign(document.createElement("i"), {id: "probe", hidden: true}));
    element.style.color = `var(${name})`;
    return element;
  }

  function add(parent, tag, text, className) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    parent.append(element);
    return element;
  }

  function row(table, cells, tag = "td") {
    const line = add(table, "tr");
    for (const cell of cells) {
      const isNumber = typeof cell === "number";
      const element = add(line, tag, isNumber ? whole.format(cell) : typeof cell === "string" ? cell : "", isNumber ? "number" : "");
      if (cell instanceof Node) element.append(cell);
      if (tag === "th") element.scope = "col";
    }
    return line;
  }

  function traffic() {
    const {requests, callers, first, last, sources, notes} = report.traffic;
    byId("traffic").textContent = `${whole.format(requests)} requests of ${whole.format(callers)} callers`
      + (first ? `, ${first} to ${last}` : "");
    for (const text of [...sources, ...notes]) add(byId("notes"), "li", text);
  }

  const title = policy => (policy.role === "now" ? "In force: " : "Candidate: ") + policy.name;

  function policies() {
    for (const policy of report.policies) {
      const card = add(byId("policies"), "div", undefined, "card");
      add(card, "h3", title(policy));
      add(card, "p", share(policy.denied, policy.requests) + " denied", "big");
      add(card, "p", `${whole.format(policy.denied)} requests of ${whole.format(policy.deniedCallers)} callers`);
      if (policy.compared) {
        add(card, "p", `newly denied ${whole.format(policy.newlyDenied)}, newly allowed ${whole.format(policy.newlyAllowed)}`);
      }
      const by = policy.deniedBy;
      add(card, "p", `False positives: between ${share(by.trustedRequests, policy.requests)} (callers that look trustworthy) and `
        + `${share(by.trustedRequests + by.unknownRequests, policy.requests)} (those that nothing is known of as well).`, "soft");
      if (!policy.exact) add(card, "p", "Not exact: there was not enough memory for all counters.", "unmet");
    }
  }

  function axis(extra) {
    return {stroke: () => colour("--soft"), grid: {stroke: () => colour("--line"), width: 1}, ticks: {stroke: () => colour("--line")}, ...extra};
  }

  const time = seconds => new Date(seconds * 1000).toISOString();

  function plot(parent, options, data, height) {
    const chart = new uPlot({width: parent.clientWidth || 320, height, legend: {live: false}, ...options}, data, parent);
    charts.push([chart, parent, height]);
    return chart;
  }

  function chart() {
    const base = report.policies[0];
    const from = base.series.start, step = base.series.stepSeconds;
    const xs = base.series.asked.map((_, i) => from + i * step);
    const perSecond = counts => xs.map((_, i) => (counts[i] || 0) / step);
    const series = [{label: "time"}, {label: "requests/s", stroke: () => colour("--asked"), width: 1}];
    const data = [xs, perSecond(base.series.asked)];
    report.policies.forEach((policy, i) => {
      series.push({label: "denied by " + policy.name, stroke: () => colour(COLOURS[i % 4]), width: 2, dash: policy.role === "now" ? [6, 4] : []});
      data.push(perSecond(policy.series.denied));
    });
    byId("chart").setAttribute("aria-label", "Requests per second, and how many of them each policy denies: "
      + report.policies.map(policy => `${policy.name} ${share(policy.denied, policy.requests)}`).join(", "));
    const clock = values => values.map(value => time(value).slice(11, step < 60 && xs.length * step < 7200 ? 19 : 16));
    plot(byId("chart"), {series, axes: [axis({values: (_, values) => clock(values)}), axis({size: 60})], scales: {x: {time: true}}, tzDate: ts => uPlot.tzDate(new Date(ts * 1000), "Etc/UTC")}, data, 260);
  }

  function coverage() {
    row(add(byId("coverage"), "thead"), ["rule", "met by", ""], "th");
    const body = add(byId("coverage"), "tbody");
    const seen = new Map();
    for (const rule of report.policies.flatMap(policy => policy.rules)) {
      const known = seen.get(rule.name);
      if (!known || known.met < rule.met) seen.set(rule.name, rule);
    }
    for (const rule of seen.values()) {
      const line = row(body, [rule.name, rule.met === 0 ? "none" : share(rule.met, report.traffic.requests), rule.notMet || ""]);
      if (rule.met === 0) line.className = "unmet";
    }
  }

  /** Denials of one rule over time, small enough for a row of a table. */
  function strip(series) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const most = Math.max(1, ...series.denied);
    const width = Math.max(1, series.denied.length);
    const points = series.denied.map((count, i) => `${i},${24 - 22 * count / most}`).join(" ");
    svg.setAttribute("viewBox", `0 0 ${width} 24`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("class", "strip");
    svg.setAttribute("aria-hidden", "true");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    line.setAttribute("points", points);
    line.setAttribute("fill", "none");
    line.setAttribute("stroke", "currentColor");
    line.setAttribute("vector-effect", "non-scaling-stroke");
    svg.append(line);
    return svg;
  }

  function rules() {
    for (const policy of report.policies) {
      add(byId("rules"), "h3", title(policy));
      const table = add(add(byId("rules"), "div", undefined, "wide"), "table");
      row(add(table, "thead"), ["rule", "limit", "mode", "requests", "denied", "subjects", "fullest", "denials over time"], "th");
      const body = add(table, "tbody");
      for (const rule of policy.rules.filter(rule => rule.met > 0)) {
        row(body, [rule.name, rule.limit, rule.mode, rule.met, rule.denied, rule.deniedSubjects, rule.highestPercent + " %", strip(rule.series)]);
      }
    }
  }

  function hit() {
    row(add(byId("hit"), "thead"), ["who", "rule", "policy", "denied", "newly", "first", "would have been told"], "th");
    const body = add(byId("hit"), "tbody");
    const hits = report.policies.flatMap(policy => policy.rules.flatMap(rule => rule.top.map(subject => ({policy, rule, subject}))));
    hits.sort((one, other) => other.subject.denied - one.subject.denied);
    for (const {policy, rule, subject} of hits.slice(0, 40)) {
      row(body, [subject.subject, rule.name, policy.name, subject.denied, policy.compared ? subject.newlyDenied : "–", subject.first, subject.told]);
    }
    if (hits.length === 0) add(body, "tr").append(Object.assign(document.createElement("td"), {colSpan: 7, textContent: "Nobody was denied."}));
  }

  /** The number of subjects and requests above a capacity, exact at each point of the curve. */
  function above(needed, capacity) {
    let i = -1;
    while (i + 1 < needed.capacity.length && needed.capacity[i + 1] <= capacity) i++;
    return i < 0 ? [needed.subjects, needed.requests] : [needed.subjectsAbove[i], needed.requestsAbove[i]];
  }

  function curve(policy, rule) {
    const needed = rule.needed;
    const box = add(byId("needed"), "div", undefined, "curve");
    add(box, "h3", `${rule.name} at ${needed.rate} (${policy.name})`);
    const place = add(box, "div", undefined, "chart");
    const most = Math.max(needed.current, ...needed.capacity) * 1.2 + 1;
    const toCapacity = value => Math.round(Math.exp(value / 1000 * Math.log(most)));
    const toValue = capacity => Math.round(1000 * Math.log(Math.max(1, capacity)) / Math.log(most));
    const slider = add(box, "input");
    Object.assign(slider, {type: "range", min: 0, max: 1000, value: toValue(needed.current)});
    slider.setAttribute("aria-label", `Capacity of ${rule.name}`);
    const says = add(box, "output");
    let capacity = needed.current;
    const xs = [1, ...needed.capacity.filter(each => each > 1), most];
    const data = [xs, xs.map(x => above(needed, x)[0])];
    const line = chart => {
      const x = chart.valToPos(capacity, "x", true);
      chart.ctx.save();
      chart.ctx.strokeStyle = colour("--b");
      chart.ctx.lineWidth = 3 * devicePixelRatio;
      chart.ctx.beginPath();
      chart.ctx.moveTo(x, chart.bbox.top);
      chart.ctx.lineTo(x, chart.bbox.top + chart.bbox.height);
      chart.ctx.stroke();
      chart.ctx.restore();
    };
    const drawn = plot(place, {
      series: [{label: "capacity"}, {label: "subjects that need more", stroke: () => colour("--a"), width: 2, paths: uPlot.paths.stepped({align: 1})}],
      axes: [axis({}), axis({size: 60})],
      scales: {x: {time: false, distr: 3, range: [1, most]}, y: {range: (_, low, high) => [0, Math.max(1, high)]}},
      cursor: {drag: {x: false, y: false}},
      hooks: {draw: [line]},
    }, data, 200);
    const show = () => {
      const [subjects, requests] = above(needed, capacity);
      says.textContent = `Capacity ${whole.format(capacity)}${capacity === needed.current ? " (as written)" : ""}: `
        + `${whole.format(subjects)} of ${whole.format(needed.subjects)} subjects would be denied at least once; `
        + `they sent ${whole.format(requests)} requests (${share(requests, needed.requests)}).`;
      drawn.redraw(false);
    };
    slider.addEventListener("input", () => { capacity = toCapacity(+slider.value); show(); });
    const drag = event => {
      const left = event.clientX - drawn.over.getBoundingClientRect().left;
      capacity = Math.max(1, Math.min(Math.round(most), Math.round(drawn.posToVal(left, "x"))));
      slider.value = toValue(capacity);
      show();
    };
    drawn.over.addEventListener("pointerdown", event => { drawn.over.setPointerCapture(event.pointerId); drag(event); });
    drawn.over.addEventListener("pointermove", event => { if (event.buttons) drag(event); });
    show();
  }

  function needed() {
    const last = report.policies[report.policies.length - 1];
    const rules = last.rules.filter(rule => rule.needed && rule.needed.subjects > 1);
    for (const rule of rules) curve(last, rule);
    if (rules.length === 0) add(byId("needed"), "p", "No rule with a bucket was met by more than one subject.", "soft");
  }

  traffic(); policies(); chart(); coverage(); rules(); needed(); hit();

  const fit = () => charts.forEach(([chart, parent, height]) => chart.setSize({width: parent.clientWidth, height}));
  addEventListener("resize", fit);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach(([chart]) => chart.redraw()));
  addEventListener("beforeprint", () => charts.forEach(([chart, , height]) => chart.setSize({width: 640, height})));
  addEventListener("afterprint", fit);
})();

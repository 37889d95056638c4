// Lines over time, with the same as a sentence for screen readers and as a table.
import uPlot from './vendor/uplot.js';
import { html, useEffect, useRef, useState, number, clock } from './base.js';

const HEIGHT = 200;

/** The colour of a variable as a canvas takes it, light or dark. */
function color(name) {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

function options(width, series, bySecond) {
  const axis = { stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { stroke: color('--line') } };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { y: { range: (plot, low, high) => [0, Math.max(5, (high ?? 0) * 1.1)] } },
    axes: [
      { ...axis, size: 32, values: (plot, times) => times.map((time) => clock(time * 1000).slice(0, bySecond ? 8 : 5)), space: 70 },
      { ...axis, size: 55, values: (plot, values) => values.map(number) },
    ],
    series: [
      {},
      ...series.map((each) => ({
        label: each.name,
        stroke: color(each.color),
        width: 2,
        dash: each.dash,
        points: { show: false },
      })),
    ],
  };
}

/** times in seconds; series: name, values, colour variable, dash. */
export function Chart({ label, times, series, bySecond = true }) {
  const box = useRef(null);
  const plot = useRef(null);
  const [asTable, setAsTable] = useState(false);
  const [dark, setScheme] = useState(false);
  const data = [times, ...series.map((each) => each.values)];

  useEffect(() => {
    if (asTable || !box.current) return undefined;
    const made = new uPlot(options(box.current.clientWidth, series, bySecond), data, box.current);
    plot.current = made;
    const resized = new ResizeObserver(() => made.setSize({ width: box.current?.clientWidth ?? 300, height: HEIGHT }));
    resized.observe(box.current);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const recolor = () => setScheme(scheme.matches);
    scheme.addEventListener('change', recolor);
    return () => {
      resized.disconnect();
      scheme.removeEventListener('change', recolor);
      made.destroy();
      plot.current = null;
    };
  }, [asTable, bySecond, series.length, dark]);

  useEffect(() => {
    plot.current?.setData(data);
  });

  const newest = series.map((each) => `${each.name} ${number(each.values.at(-1) ?? 0)}`).join(', ');
  const most = series.map((each) => `${each.name} ${number(Math.max(0, ...each.values))}`).join(', ');
  return html`<figure class="chart">
    <figcaption>
      <span>${label}</span>
      ${series.map((each) => html`<span class="key"><i class=${`swatch ${each.dash ? 'dashed' : ''} ${each.className}`}></i>${each.name}</span>`)}
      <button type="button" class="small" aria-pressed=${asTable} onClick=${() => setAsTable(!asTable)}>as table</button>
    </figcaption>
    ${asTable
      ? html`<div class="scroll" tabindex="0" role="group" aria-label=${label}><table>
          <thead><tr><th scope="col">time</th>${series.map((each) => html`<th scope="col" class="n">${each.name}</th>`)}</tr></thead>
          <tbody>${times.map((time, i) => [time, i]).reverse().slice(0, 60).map(([time, i]) => html`<tr>
            <th scope="row">${clock(time * 1000)}</th>${series.map((each) => html`<td class="n">${number(each.values[i])}</td>`)}</tr>`)}</tbody>
        </table></div>`
      : html`<div class="plot" ref=${box} role="img" aria-label=${`${label}: now ${newest}; at most ${most}`}></div>`}
  </figure>`;
}

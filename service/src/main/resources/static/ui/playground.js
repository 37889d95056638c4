import { html, useEffect, useRef, useState, number } from './base.js';
import { change } from './call.js';
import { BUCKETS, PRESETS, arrivals } from './traffic.js';
import { Failure, Field, Table } from './parts.js';

const ALGORITHMS = ['token-bucket', 'leaky-bucket', 'fixed-window', 'sliding-window', 'sliding-window-counter'];
const MOST_PER_BUCKET = 40;
const HEIGHT = 120;
const WAIT_MS = 300;
const MICROS = 1e6;

/** What is drawn and set, kept in the address so that it can be shared. */
function parse(text) {
  const given = new URLSearchParams(text);
  const counts = (given.get('traffic') ?? '').split('-').map(Number);
  return {
    rate: given.get('rate') ?? '10 per 10s',
    burst: given.get('burst') ?? '',
    seconds: Number(given.get('seconds')) || 40,
    seed: Number(given.get('seed')) || 0,
    counts: counts.length === BUCKETS && counts.every((count) => count >= 0 && count <= MOST_PER_BUCKET) ? counts : PRESETS['window edge'](),
  };
}

function address(state) {
  return `#/playground/${encodeURIComponent(new URLSearchParams({ ...state, counts: '', traffic: state.counts.join('-') }).toString())}`;
}

/** Bars to draw with a pointer; with the keyboard, arrows choose a bar and change it. */
function Drawing({ counts, seconds, onCounts }) {
  const svg = useRef(null);
  const [at, setAt] = useState(0);
  const set = (i, count) => onCounts(counts.map((old, k) => (k === i ? Math.max(0, Math.min(MOST_PER_BUCKET, count)) : old)));
  const draw = (event) => {
    if (event.type === 'pointermove' && event.buttons === 0) return;
    const box = svg.current.getBoundingClientRect();
    const i = Math.min(BUCKETS - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * BUCKETS)));
    setAt(i);
    set(i, Math.round((1 - (event.clientY - box.top) / box.height) * MOST_PER_BUCKET));
  };
  const press = (event) => {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!steps) return;
    event.preventDefault();
    const next = Math.min(BUCKETS - 1, Math.max(0, at + steps[0]));
    setAt(next);
    if (steps[1]) set(next, counts[next] + steps[1]);
  };
  const width = 1000 / BUCKETS;
  return html`<svg class="drawing" ref=${svg} viewBox=${`0 0 1000 ${HEIGHT}`} preserveAspectRatio="none" tabindex="0" role="slider"
      aria-label="Traffic: arrows left and right choose a time, up and down change the requests" aria-valuemin="0" aria-valuemax=${MOST_PER_BUCKET}
      aria-valuenow=${counts[at]} aria-valuetext=${`${counts[at]} requests from second ${number((at * seconds) / BUCKETS)} on`}
      onPointerDown=${draw} onPointerMove=${draw} onKeyDown=${press}>
    ${counts.map((count, i) => html`<rect class=${i === at ? 'here' : ''} x=${i * width + 1} width=${width - 2} y=${HEIGHT - (count / MOST_PER_BUCKET) * HEIGHT} height=${(count / MOST_PER_BUCKET) * HEIGHT}></rect>`)}
  </svg>`;
}

/** The requests of one algorithm: full green dots above, empty red ones below, and a line for what remains. */
function Lane({ limit, seconds }) {
  const most = Math.max(1, ...limit.steps.map((step) => step[2]));
  const x = (micros) => (micros / MICROS / seconds) * 990 + 5;
  const line = limit.steps.map((step) => `${x(step[0]).toFixed(1)},${(44 - (step[2] / most) * 38).toFixed(1)}`).join(' ');
  const summary = `${limit.allowed} of ${limit.allowed + limit.denied} let through, at most ${limit.mostInAnyPeriod} within one period`;
  return html`<div class="lane"><h3>${limit.algorithm} <small>${limit.limit}</small></h3>
    <svg viewBox="0 0 1000 80" role="img" aria-label=${`${limit.algorithm}: ${summary}`} preserveAspectRatio="none">
      <polyline class="level" points=${line}></polyline>
      ${limit.steps.map((step) => (step[1]
        ? html`<circle class="allowed" cx=${x(step[0] + step[4])} cy="56" r="4"></circle>`
        : html`<circle class="denied" cx=${x(step[0])} cy="70" r="3.5"></circle>`))}
    </svg><p>${summary}.</p></div>`;
}

function yaml(state, algorithm) {
  const bucket = algorithm.endsWith('bucket');
  const [permits, per] = state.rate.includes(' per ') ? state.rate.split(' per ') : state.rate.split('/').map((part, i) => (i ? `1${part.trim().replace(/^[0-9]+/, '')}` : part));
  const burst = bucket && state.burst ? (algorithm === 'leaky-bucket' ? `, capacity: ${state.burst}` : `, burst: ${state.burst}`) : '';
  return `rules:\n  - {name: drawn, per: user, limit: {algorithm: ${algorithm}, permits: ${permits}, per: ${per}${burst}}}`;
}

export function Playground({ rest }) {
  const [state, setState] = useState(parse(rest[0] ?? ''));
  const [result, setResult] = useState({});
  const [shown, setShown] = useState('token-bucket');
  const update = (more) => setState((old) => ({ ...old, ...more }));
  useEffect(() => {
    const timer = setTimeout(() => {
      history.replaceState(null, '', address(state));
      const limits = ALGORITHMS.map((algorithm) => ({
        algorithm, rate: state.rate, ...(state.burst && algorithm.endsWith('bucket') && { burst: Number(state.burst) }),
      }));
      const text = arrivals(state.counts, state.seconds, state.seed);
      if (!text) {
        setResult({ failure: { message: 'Draw some traffic, or choose one below.' } });
        return;
      }
      change('POST', 'simulate', { limits, arrivals: text }).then((value) => setResult({ value }), (failure) => setResult({ failure }));
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [JSON.stringify(state)]);
  return html`<p>Draw the requests of one caller, and see what each algorithm lets through. The service decides them with the arithmetic of its limits, on a clock of their own; nothing is counted.</p>
    <div class="row">
      <${Field} label="Rate" name="rate" value=${state.rate} onInput=${(e) => update({ rate: e.target.value })} hint="10/min, 5 per 30s" />
      <${Field} label="Burst of buckets" name="burst" inputmode="numeric" pattern="[0-9]*" value=${state.burst} onInput=${(e) => update({ burst: e.target.value.replace(/\D/g, '') })} hint="as the rate, if empty" />
      <${Field} label="Time" as="select" name="seconds" value=${state.seconds} onChange=${(e) => update({ seconds: Number(e.target.value) })}>
        ${[10, 40, 120, 600, 3600, 86400].map((value) => html`<option value=${value} selected=${value === state.seconds}>${value < 120 ? `${value} s` : value < 86400 ? `${value / 60} min` : '24 h'}</option>`)}<//>
      <${Field} label="Spacing" as="select" name="seed" value=${state.seed ? 1 : 0} onChange=${(e) => update({ seed: Number(e.target.value) })}>
        <option value="0" selected=${!state.seed}>even</option><option value="1" selected=${!!state.seed}>at random</option><//>
    </div>
    <div class="buttons" role="group" aria-label="Traffic to begin with">${Object.entries(PRESETS).map(([name, make]) => html`<button type="button" class="preset" onClick=${() => update({ counts: make() })}>${name}</button>`)}</div>
    <${Drawing} counts=${state.counts} seconds=${state.seconds} onCounts=${(counts) => update({ counts })} />
    <p class="scale"><span>0 s</span><span>${number(state.seconds)} s</span></p>
    <${Failure} of=${result.failure} />
    ${result.value && html`<div id="lanes">${result.value.limits.map((limit) => html`<${Lane} limit=${limit} seconds=${state.seconds} />`)}</div>
      <${Table} caption="What each algorithm let through" empty="" rows=${result.value.limits} columns=${[
        ['algorithm', (row) => row.algorithm], ['▲ denied', (row) => number(row.denied), 'n'], ['let through', (row) => number(row.allowed), 'n'],
        ['most in one period', (row) => number(row.mostInAnyPeriod), 'n'],
      ]} />`}
    <section><h2>As a policy</h2>
      <${Field} label="Algorithm" as="select" value=${shown} onChange=${(e) => setShown(e.target.value)}>${ALGORITHMS.map((name) => html`<option value=${name} selected=${name === shown}>${name}</option>`)}<//>
      <pre>${yaml(state, shown)}</pre></section>`;
}

import { html, useState, number, percent, moment } from './base.js';
import { call, change, query } from './call.js';
import { Chart } from './chart.js';
import { busiest } from './overview.js';
import { Confirm, Loading, Mode, Table, useLoaded } from './parts.js';

const MEANINGS = {
  enforce: 'The rule denies requests beyond its limit.',
  shadow: 'The rule counts and reports, and denies nothing.',
  off: 'The rule neither counts nor denies.',
  'as-written': 'The rule has the mode of the files again.',
};

/** What the rule would have denied, beside the button that makes it deny. */
function Shadow({ rule }) {
  if (rule.mode !== 'shadow') return null;
  const [asked, , wouldDeny] = rule.lastDay;
  return html`<p class="card">In shadow${rule.switchedSince ? ` since ${moment(rule.switchedSince)}` : ''}.
    In the last 24 hours here, it would have denied <b>${number(wouldDeny)}</b> of ${number(asked)} requests (${percent(wouldDeny, asked)}),
    ${' '}in the last minute ${number(rule.lastMinute[2])} of ${number(rule.lastMinute[0])}.</p>`;
}

function Modes({ rule, changed, reload }) {
  const [asked, setAsked] = useState(null);
  const modes = ['enforce', 'shadow', 'off'].filter((mode) => mode !== rule.mode || rule.switched);
  if (rule.switched) modes.push('as-written');
  const done = async (reason) => {
    changed(await change('PUT', `policies/mode${query({ reason })}`, { mode: asked, rule: rule.name }));
    reload();
  };
  return html`<div class="buttons">${modes.filter((mode) => mode !== rule.switched).map((mode) => html`
      <button type="button" data-mode=${mode} onClick=${() => setAsked(mode)}>${mode === 'as-written' ? `As written (${rule.writtenMode})` : `Switch to ${mode}`} …</button>`)}
    ${asked && html`<${Confirm} title=${`${rule.name}: ${asked}`} button=${asked === 'as-written' ? 'Remove the switch' : `Switch to ${asked}`}
      danger=${asked !== 'shadow'} onDone=${done} onClose=${() => setAsked(null)}>
      <p>${MEANINGS[asked]} This holds on all instances that follow this policy, within two seconds. You can undo it.</p>
      <${Shadow} rule=${rule} />
    <//>`}</div>`;
}

function Rule({ rule, mayPolicy, changed, reload }) {
  const [step, setStep] = useState('1s');
  const past = useLoaded(() => call(`live/history${query({ step, rule: rule.name })}`), [rule.name, step], step === '1s' ? 2_000 : 60_000);
  const times = past.value ? past.value.asked.map((value, i) => past.value.from + i * past.value.step) : [];
  return html`<article class="rule">
    <p><a href="#/rules">All rules</a></p>
    <h2>${rule.name} <${Mode} of=${rule.mode} /></h2>
    ${rule.file && html`<p class="muted">${rule.file}, line ${rule.line}. <a href=${`#/policy/${rule.line}`}>Show it in the policy</a></p>`}
    <${Shadow} rule=${rule} />
    ${mayPolicy && html`<${Modes} rule=${rule} changed=${changed} reload=${reload} />`}
    <div class="buttons" role="group" aria-label="Time">
      <button type="button" aria-pressed=${step === '1s'} onClick=${() => setStep('1s')}>5 minutes</button>
      <button type="button" aria-pressed=${step === '1m'} onClick=${() => setStep('1m')}>24 hours</button>
    </div>
    <${Loading} state=${past} />
    ${past.value && html`<${Chart} label=${step === '1s' ? 'Requests per second' : 'Requests per minute'} bySecond=${step === '1s'} times=${times} series=${[
      { name: 'asked', values: past.value.asked, color: '--good', className: 'good' },
      { name: '▲ denied', values: past.value.denied, color: '--bad', className: 'bad', dash: [6, 3] },
      { name: 'would deny', values: past.value.wouldDeny, color: '--warn', className: 'warn', dash: [2, 3] },
      { name: 'near the limit', values: past.value.near, color: '--muted', className: 'mutedline' },
    ]} />`}
    <h3>All words of the rule</h3>
    <dl class="words">${Object.entries(rule.words).map(([word, value]) => html`<dt>${word}</dt><dd>${value}</dd>`)}</dl>
  </article>`;
}

export function Rules({ seconds, version, rest, mayPolicy, changed }) {
  const rules = useLoaded(() => call('rules'), [version], 5_000);
  if (!rules.value) return html`<${Loading} state=${rules} />`;
  const one = rest[0] && rules.value.rules.find((rule) => rule.name === rest.join('/'));
  if (one) return html`<${Rule} key=${one.name} rule=${one} mayPolicy=${mayPolicy} changed=${changed} reload=${rules.reload} />`;
  return html`${rest[0] && html`<p class="message bad" role="alert">There is no rule ${rest.join('/')} in force.</p>`}
    <${Table} caption="All rules, by denials of the last ten seconds" rows=${busiest(rules.value.rules, seconds)}
    empty=${html`There is no rule yet. <a href="#/policy">Write a policy</a>.`} columns=${[
      ['rule', (rule) => html`<a href=${`#/rules/${encodeURIComponent(rule.name)}`}>${rule.name}</a>`],
      ['limit', (rule) => `${rule.limit} per ${rule.words.per}`],
      ['mode', (rule) => html`<${Mode} of=${rule.mode} />${rule.switched && html`<small> switched</small>`}`],
      ['asked/s', (rule) => number(rule.now[0]), 'n'],
      ['▲ denied/s', (rule) => html`<span class=${rule.now[1] > 0 ? 'bad' : ''}>${number(rule.now[1])}</span>`, 'n'],
      ['would deny/s', (rule) => number(rule.now[2]), 'n'],
      ['denied, 24 h', (rule) => percent(rule.lastDay[1], rule.lastDay[0]), 'n'],
      ['near, 24 h', (rule) => percent(rule.lastDay[3], rule.lastDay[0]), 'n'],
    ]} />`;
}

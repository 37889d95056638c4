import { html, number, percent, moment, span } from './base.js';
import { call } from './call.js';
import { Chart } from './chart.js';
import { Table, Loading, Mode, useLoaded } from './parts.js';

const MINUTE = 60;

function sums(seconds) {
  return seconds.reduce((sum, second) => sum.map((value, i) => value + second.all[i]), [0, 0, 0, 0]);
}

/** The rules with what they counted in the last ten seconds, the one with most denials first. Seconds before the page was opened have no rules. */
export function busiest(rules, seconds) {
  const recent = seconds.slice(-10).filter((second) => second.rules);
  return rules
    .map((rule) => {
      const now = recent.reduce(
        (sum, second) => (second.rules[rule.name] ?? [0, 0, 0, 0]).map((value, i) => value + sum[i]), [0, 0, 0, 0]);
      return { ...rule, now: now.map((value) => value / Math.max(1, recent.length)) };
    })
    .sort((one, other) => other.now[1] - one.now[1] || other.now[2] - one.now[2] || other.now[0] - one.now[0] || other.lastDay[1] - one.lastDay[1]);
}

/** The seconds since 5 minutes ago; those that are missing were before the start. */
export function Traffic({ seconds }) {
  return html`<${Chart} label="Requests per second, the last 5 minutes" times=${seconds.map((each) => each.t)} series=${[
    { name: 'decided', values: seconds.map((each) => each.all[0]), color: '--good', className: 'good' },
    { name: '▲ denied', values: seconds.map((each) => each.all[1]), color: '--bad', className: 'bad', dash: [6, 3] },
  ]} />`;
}

export function Tile({ title, value, note, kind }) {
  return html`<div class=${`tile ${kind ?? ''}`}><span>${title}</span><b>${value}</b><small>${note}</small></div>`;
}

function Tiles({ seconds }) {
  const recent = seconds.slice(-10);
  const [asked, denied, wouldDeny, degraded] = sums(recent).map((value) => value / Math.max(1, recent.length));
  const [before, deniedBefore] = sums(seconds.slice(0, -MINUTE));
  const timed = recent.filter((each) => each.meanMicros > 0);
  const mean = timed.reduce((sum, each) => sum + each.meanMicros, 0) / Math.max(1, timed.length);
  return html`<section class="tiles" aria-label="Now">
    <${Tile} title="decided" value=${`${number(asked)}/s`} note="checks that a limit counted" />
    <${Tile} title="▲ denied" value=${percent(denied, asked)} kind=${denied > 0 ? 'bad' : ''}
      note=${before ? `${number(denied)}/s; ${percent(deniedBefore, before)} a few minutes ago` : `${number(denied)}/s`} />
    <${Tile} title="shadow would deny" value=${`${number(wouldDeny)}/s`} note="allowed, because the rule is in shadow" />
    <${Tile} title="time of a check" value=${timed.length ? `${number(mean / 1000)} ms` : '–'} note="average of ten seconds" />
    <${Tile} title="without Redis" value=${`${number(degraded)}/s`} kind=${degraded > 0 ? 'bad' : ''} note="rules decided by this instance alone" />
  </section>`;
}

function link(subject, hashed) {
  return hashed ? html`<span class="mono">${subject}</span>` : html`<a href=${`#/subjects/${encodeURIComponent(subject)}`}>${subject}</a>`;
}

export function Overview({ seconds, version, me }) {
  const rules = useLoaded(() => call('rules'), [version], 10_000);
  const top = useLoaded(() => call('subjects/top'), [], 2_000);
  const denials = useLoaded(() => call('subjects/denials?limit=20'), [], 2_000);
  return html`
    <${Tiles} seconds=${seconds} />
    <${Traffic} seconds=${seconds} />
    <div class="columns">
      <div><section id="rules-now"><h2>Rules, by denials now</h2><${Loading} state=${rules} />
        ${rules.value && html`<${Table} caption="Rules, by denials of the last ten seconds" empty=${html`There is no rule yet, so only the default limits of checks apply. <a href="#/policy">Write a policy</a>.`}
          rows=${busiest(rules.value.rules, seconds).slice(0, 12)} columns=${[
            ['rule', (rule) => html`<a href=${`#/rules/${encodeURIComponent(rule.name)}`}>${rule.name}</a>`],
            ['limit', (rule) => rule.limit, 'wide'],
            ['mode', (rule) => html`<${Mode} of=${rule.mode} />`, 'wide'],
            ['asked/s', (rule) => number(rule.now[0]), 'n'],
            ['▲ denied/s', (rule) => html`<span class=${rule.now[1] > 0 ? 'bad' : ''}>${number(rule.now[1])}</span>`, 'n'],
            ['in 24 h', (rule) => percent(rule.lastDay[1], rule.lastDay[0]), 'n wide'],
          ]} />`}
      </section>
      <section><h2>Ask most</h2>
        ${top.value && html`<${Table} caption="Subjects that ask most" empty="Nobody asked in the last ten seconds." rows=${top.value.requests} columns=${[
          ['subject', (row) => link(row.subject, top.value.hashed)],
          ['/s', (row) => number(row.perSecond), 'n'],
        ]} />`}
        ${top.value?.hashed && html`<p class="muted">Names are hashed. Look up a name under <a href="#/subjects">Subjects</a>.</p>`}
      </section></div>
      <div><section id="denied-most"><h2>Denied most</h2><${Loading} state=${top} />
        ${top.value && html`<${Table} caption="Subjects that are denied most" empty="Nobody was denied in the last ten seconds." rows=${top.value.rejected} columns=${[
          ['subject', (row) => link(row.subject, top.value.hashed)],
          ['/s', (row) => number(row.perSecond), 'n'],
          ['rule', (row) => row.rule ?? '–'],
        ]} />`}
      </section>
      <section id="last-denials"><h2>Last denials</h2><${Loading} state=${denials} />
        ${denials.value && html`<${Table} caption="Last denials" empty="Nobody was denied yet since this instance started." rows=${denials.value.denials} columns=${[
          ['time', (row) => moment(row.at), 'time'],
          ['rule', (row) => row.rule],
          ['subject', (row) => link(row.subject, denials.value.hashed)],
          ['times', (row) => number(row.times), 'n wide'],
          ['retry after', (row) => span(row.retryAfterSeconds), 'n'],
        ]} />`}
      </section></div>
    </div>
    <p class="muted">All figures are of this instance${me.store === 'redis' ? '; other instances on the same Redis have a page of their own' : ''}.</p>`;
}

import { html, useState, number, moment, span } from './base.js';
import { call, change, query } from './call.js';
import { Confirm, Empty, Failure, Field, Loading, Table, useLoaded } from './parts.js';

function Bar({ counter }) {
  const { capacity } = counter;
  const used = Math.max(0, capacity - counter.remaining);
  return html`<meter min="0" max=${capacity} high=${capacity * 0.9} value=${used} aria-label=${`${used} of ${capacity} used`}></meter>`;
}

function Override({ subject, rules, changed, reload, present }) {
  const [asked, setAsked] = useState(false);
  const [fields, setFields] = useState({ limit: '', for: '2h', rule: '' });
  const input = (name) => ({ name, value: fields[name], onInput: (e) => setFields({ ...fields, [name]: e.target.value }) });
  const done = async (reason) => {
    const body = { subject, limit: fields.limit, for: fields.for };
    if (fields.rule) body.rule = fields.rule;
    changed(await change('PUT', `policies/overrides${query({ reason })}`, body));
    reload();
  };
  const end = async (override) => {
    changed(await change('DELETE', `policies/overrides${query({ subject: override.subject, rule: override.rule })}`));
    reload();
  };
  return html`<section><h2>Overrides</h2>
    ${present.length ? html`<ul class="plain">${present.map((each) => html`<li>${each.limit}${each.rule ? ` under ${each.rule}` : ''} until ${moment(each.until)},
      by ${each.by}${each.reason ? `: ${each.reason}` : ''} <button type="button" class="small end-override" onClick=${() => end(each)}>End</button></li>`)}</ul>`
      : html`<${Empty}>No override of this subject was set here.<//>`}
    <button type="button" id="override" onClick=${() => setAsked(true)}>Override …</button>
    ${asked && html`<${Confirm} title=${`A limit of its own for ${subject}`} button="Override" onDone=${done} onClose=${() => setAsked(false)}>
      <${Field} label="Limit" required ...${input('limit')} placeholder="5000/min" />
      <${Field} label="For" required ...${input('for')} hint="30min, 2h, 7days" />
      <${Field} label="Rule" as="select" name="rule" value=${fields.rule} onChange=${(e) => setFields({ ...fields, rule: e.target.value })}><option value="" selected=${!fields.rule}>all its rules without a path</option>${rules.map((rule) => html`<option value=${rule} selected=${rule === fields.rule}>${rule}</option>`)}<//>
    <//>`}</section>`;
}

function One({ subject, may, mayPolicy, changed, version }) {
  const found = useLoaded(() => call(`subjects${query({ subject })}`), [subject, version], 3_000);
  const policy = useLoaded(() => call('policies'), [version]);
  const [reset, setReset] = useState(false);
  if (!found.value) return html`<${Loading} state=${found} />`;
  const counters = found.value.counters;
  const overrides = (policy.value?.switches.overrides ?? []).filter((each) => each.subject === subject || each.subject === found.value.subject);
  return html`<section>
    <h2 class="anywhere">${found.value.subject}</h2>
    <${Failure} of=${found.failure} />
    <${Table} caption="Counters of the subject" empty="No rule counts this subject alone, and it has used no default limit." rows=${counters} columns=${[
      ['rule', (row) => row.rule],
      ['limit', (row) => row.limit],
      ['used', (row) => html`<${Bar} counter=${row} />`],
      ['left', (row) => number(row.remaining), 'n'],
      ['state', (row) => (row.allowed ? 'allowed' : html`<span class="bad">▲ ${row.enforced ? 'denied' : 'would be denied'} for ${span(row.retryAfterSeconds)}</span>`)],
      ['all free in', (row) => (row.resetAfterSeconds ? span(row.resetAfterSeconds) : 'now'), 'n'],
    ]} />
    ${found.value.together.length > 0 && html`<p class="muted">Counted together with something else, so not shown: ${found.value.together.join(', ')}.</p>`}
    ${may && html`<p><button type="button" id="reset" class="danger" onClick=${() => setReset(true)}>Reset all counters …</button></p>`}
    ${reset && html`<${Confirm} title=${`Reset ${subject}?`} button="Reset" danger typed=${subject} onClose=${() => setReset(false)}
      onDone=${async () => { await call(`subjects${query({ subject })}`, { method: 'DELETE' }); found.reload(); }}>
      <p>All its permits are free again. This cannot be undone.</p><//>`}
    <h2>Its last denials, at this instance</h2>
    <${Table} caption="Last denials of the subject" empty="It was not denied since this instance started, or too long ago." rows=${found.value.denials} columns=${[
      ['time', (row) => moment(row.at), 'time'], ['rule', (row) => row.rule], ['times', (row) => number(row.times), 'n'], ['since', (row) => moment(row.since)],
      ['retry after', (row) => span(row.retryAfterSeconds), 'n'],
    ]} />
    ${mayPolicy && html`<${Override} subject=${subject} rules=${counters.map((row) => row.rule)} present=${overrides} changed=${changed} reload=${() => { found.reload(); policy.reload(); }} />`}
  </section>`;
}

function Explain() {
  const [fields, setFields] = useState({ method: 'GET', path: '/', ip: '', user: '', tenant: '', tier: '', apiKey: '' });
  const [state, setState] = useState({});
  const input = (name) => ({ name, value: fields[name], onInput: (e) => setFields({ ...fields, [name]: e.target.value }) });
  const submit = async (event) => {
    event.preventDefault();
    const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
    try {
      setState({ body, verdict: await change('POST', 'rate-limit/explain', body) });
    } catch (failure) {
      setState({ failure });
    }
  };
  const options = Object.entries(state.body ?? {}).map(([name, value]) => ` --${name === 'apiKey' ? 'api-key' : name} '${value.replaceAll("'", "'\\''")}'`).join('');
  return html`<section><h2>Explain a request</h2>
    <form class="row" id="explain" onSubmit=${submit}>
      <${Field} label="Method" required ...${input('method')} /><${Field} label="Path" required ...${input('path')} />
      <${Field} label="Address" ...${input('ip')} placeholder="192.0.2.1" /><${Field} label="User" ...${input('user')} />
      <${Field} label="Tenant" ...${input('tenant')} /><${Field} label="Tier" ...${input('tier')} /><${Field} label="Id of an API key" ...${input('apiKey')} />
      <button>Explain</button>
    </form>
    <${Failure} of=${state.failure} />
    ${state.verdict && html`<p class=${`message ${state.verdict.allowed ? 'good' : 'bad'}`} id="verdict">${state.verdict.explanation}</p>
      <${Table} caption="The decision of each rule" empty="No rule matches this request." rows=${state.verdict.rulings} columns=${[
        ['rule', (row) => row.rule], ['subject', (row) => html`<a href=${`#/subjects/${encodeURIComponent(row.subject)}`}>${row.subject}</a>`], ['limit', (row) => row.limit],
        ['cost', (row) => number(row.cost), 'n'], ['left', (row) => number(row.remaining), 'n'],
        ['decision', (row) => (row.allowed ? 'allowed' : html`<span class="bad">▲ ${row.enforced ? 'denied' : 'would be denied'}</span>`)],
      ]} />
      <p class="muted">The same in a terminal:</p><pre>weir explain${options}</pre>`}
  </section>`;
}

export function Subjects(context) {
  const subject = context.rest.join('/');
  const [text, setText] = useState(subject);
  const submit = (event) => {
    event.preventDefault();
    location.hash = `#/subjects/${encodeURIComponent(text.trim())}`;
  };
  return html`<form class="row" role="search" onSubmit=${submit}>
      <${Field} label="Subject" name="subject" required value=${text} onInput=${(e) => setText(e.target.value)} placeholder="user:42" hint="user:42, ip:192.0.2.1, tenant:acme, api-key:key_…, or a key of checks" />
      <button class="primary">Look up</button>
    </form>
    ${subject && html`<${One} key=${subject} subject=${subject} ...${context} />`}
    <${Explain} />`;
}

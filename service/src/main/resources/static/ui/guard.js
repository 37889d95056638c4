import { html, useState, moment, span } from './base.js';
import { call, change, query } from './call.js';
import { Confirm, Empty, Failure, Field, Loading, Table, useLoaded } from './parts.js';

function Blocks({ may }) {
  const blocks = useLoaded(() => call('guard/blocks'), [], 3_000);
  const [asked, setAsked] = useState(null);
  const [failure, setFailure] = useState(null);
  const [fields, setFields] = useState({ subject: '', for: '1h' });
  const input = (name) => ({ name, value: fields[name], onInput: (e) => setFields({ ...fields, [name]: e.target.value }) });
  const add = async (reason) => {
    await change('PUT', 'guard/blocks', { ...fields, ...(reason && { reason }) });
    blocks.reload();
  };
  const remove = (block) => call(`guard/blocks${query({ subject: block.subject })}`, { method: 'DELETE' }).then(() => { setFailure(null); blocks.reload(); }, setFailure);
  return html`<section><h2>Blocks</h2>
    ${may && html`<p><button type="button" id="block" class="danger" onClick=${() => setAsked(true)}>Block …</button></p>`}
    <${Loading} state=${blocks} /><${Failure} of=${failure} />
    ${blocks.value && html`<${Table} caption="Blocks in force" empty="Nobody is blocked." rows=${blocks.value.blocks} columns=${[
      ['subject', (row) => row.subject], ['until', (row) => moment(row.until)], ['by', (row) => row.rule ?? row.by], ['reason', (row) => row.reason],
      ['', (row) => may && html`<button type="button" class="small unblock" onClick=${() => remove(row)}>End</button>`],
    ]} />`}
    ${asked && html`<${Confirm} title="Block a subject" button="Block" danger onDone=${add} onClose=${() => setAsked(null)}>
      <p>All its requests are denied, whatever rules they match, on all instances within two seconds. You can end it.</p>
      <${Field} label="Subject" required ...${input('subject')} placeholder="ip:192.0.2.1" hint="ip:192.0.2.1, cidr:192.0.2.0/24, user:42" />
      <${Field} label="For" required ...${input('for')} hint="15min, 1h, 7days" /><//>`}</section>`;
}

function Locks({ may }) {
  const [fields, setFields] = useState({ account: '', ip: '' });
  const [state, setState] = useState({});
  const [asked, setAsked] = useState(false);
  const input = (name) => ({ name, value: fields[name], onInput: (e) => setFields({ ...fields, [name]: e.target.value }) });
  const load = () => call(`guard/locks${query(fields)}`).then((value) => setState({ value }), (failure) => setState({ failure }));
  return html`<section><h2>Locks of logins</h2>
    <form class="row" onSubmit=${(event) => { event.preventDefault(); load(); }}>
      <${Field} label="Account" required ...${input('account')} /><${Field} label="Address" required ...${input('ip')} placeholder="192.0.2.1" /><button>Look up</button></form>
    <${Failure} of=${state.failure} />
    ${state.value && html`<${Table} caption="Locks of the account at this address" empty="The account is not locked at this address." rows=${state.value.locks} columns=${[
      ['step', (row) => row.step], ['rule', (row) => row.rule], ['for another', (row) => span(row.leftSeconds), 'n']]} />
      ${may && state.value.locks.length > 0 && html`<button type="button" class="danger" onClick=${() => setAsked(true)}>End the locks …</button>`}`}
    ${asked && html`<${Confirm} title="End the locks?" button="End them" danger onClose=${() => setAsked(false)}
      onDone=${async () => { await call(`guard/locks${query(fields)}`, { method: 'DELETE' }); await load(); }}><p>The account may be tried from this address again. This cannot be undone.</p><//>`}</section>`;
}

function Audit({ me }) {
  const [kind, setKind] = useState('');
  const [after, setAfter] = useState(0);
  const [verified, setVerified] = useState(null);
  const audit = useLoaded(() => (me.keys ? call(`audit${query({ kind, after: after || '', limit: 50 })}`) : Promise.resolve({ rows: [] })), [kind, after], after ? 0 : 5_000);
  if (!me.keys) return html`<section><h2>Audit</h2><${Empty}>This service keeps no audit, because it was started with <code>--no-guard</code>.<//></section>`;
  const rows = audit.value?.rows ?? [];
  return html`<section><h2>Audit</h2>
    <div class="row"><${Field} label="Kind" name="kind" value=${kind} onInput=${(e) => { setAfter(0); setKind(e.target.value.trim()); }} placeholder="policy.pushed" />
      <button type="button" onClick=${() => call('audit/verify').then(setVerified, (failure) => setVerified({ failure }))}>Verify the chain</button></div>
    ${verified && (verified.failure ? html`<${Failure} of=${verified.failure} />` : html`<p class=${`message ${verified.ok ? 'good' : 'bad'}`}>${verified.ok
      ? `Rows ${verified.from} to ${verified.to} are as they were written.` : `Row ${verified.seq}: ${verified.problem}`}</p>`)}
    <${Loading} state=${audit} />
    ${audit.value && html`<${Table} caption="Rows of the audit" empty="There is no such row." rows=${rows} columns=${[
      ['row', (row) => row.seq], ['time', (row) => moment(row.at), 'time'], ['kind', (row) => row.kind], ['by', (row) => row.actor], ['subject', (row) => row.subject],
      ['outcome', (row) => row.outcome],
      ['detail', (row) => Object.entries(row.detail ?? {}).map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ')],
    ]} />
    <div class="buttons">${after > 0 && html`<button type="button" onClick=${() => setAfter(0)}>From the beginning</button>`}
      ${rows.length === 50 && html`<button type="button" onClick=${() => setAfter(rows.at(-1).seq)}>Later rows</button>`}</div>`}</section>`;
}

export function Guard(context) {
  return html`<${Blocks} ...${context} /><${Locks} ...${context} /><${Audit} ...${context} />`;
}

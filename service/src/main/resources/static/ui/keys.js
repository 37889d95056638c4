import { html, useState, number, moment } from './base.js';
import { call, change, query } from './call.js';
import { Confirm, Empty, Field, Loading, Table, useLoaded } from './parts.js';

const SCOPES = ['weir:check', 'weir:read', 'weir:admin'];

/** The secret of a new key, which is shown once. */
function Made({ made, onClose }) {
  return html`<section class="card" id="made" role="alert"><h2>The secret of ${made.name || made.id}</h2>
    <p>Copy it now: it is kept nowhere and never shown again.</p><pre>${made.key}</pre>
    <button type="button" onClick=${onClose}>I have copied it</button></section>`;
}

function Create({ onMade, onClose }) {
  const [fields, setFields] = useState({ owner: '', name: '', tier: '', limit: '', expires: '90d' });
  const [scopes, setScopes] = useState([]);
  const input = (name) => ({ name, value: fields[name], onInput: (e) => setFields({ ...fields, [name]: e.target.value }) });
  const done = async (reason) => {
    const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
    if (scopes.length) body.scopes = scopes;
    onMade(await change('POST', `api-keys${query({ reason })}`, body));
  };
  return html`<${Confirm} title="New API key" button="Make the key" onDone=${done} onClose=${onClose}>
    <${Field} label="Owner" required ...${input('owner')} placeholder="acme" />
    <${Field} label="Name" ...${input('name')} placeholder="nightly import" />
    <${Field} label="Tier" ...${input('tier')} /><${Field} label="Limit of its own" ...${input('limit')} placeholder="5000/min" />
    <${Field} label="Expires" ...${input('expires')} hint="90d, a date such as 2027-12-31T00:00:00Z, or never" />
    <fieldset><legend>Scopes for this service</legend>${SCOPES.map((scope) => html`<label class="tick"><input type="checkbox" name=${scope}
      checked=${scopes.includes(scope)} onChange=${(e) => setScopes(e.target.checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))} /> ${scope}</label>`)}</fieldset>
  <//>`;
}

const ACTIONS = {
  rotate: ['Rotate', 'A second secret is made; the old one works for another day.', false],
  disable: ['Disable', 'The key is refused until it is enabled again.', true],
  enable: ['Enable', 'The key is accepted again.', false],
  revoke: ['Revoke', 'The key is refused for ever. This cannot be undone.', true],
};

function actionsOf(key) {
  if (key.state === 'active') return ['rotate', 'disable', 'revoke'];
  return key.state === 'disabled' ? ['enable', 'revoke'] : [];
}

export function Keys({ me, may }) {
  const keys = useLoaded(() => (me.keys ? call('api-keys?limit=200') : Promise.resolve({ keys: [] })), [], 5_000);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState(null);
  const [asked, setAsked] = useState(null);
  if (!me.keys) return html`<${Empty}>This service keeps no API keys, because it was started with <code>--no-guard</code>.<//>`;
  const run = async (reason) => {
    const result = await change('POST', `api-keys/${asked.action}${query({ reason })}`, { id: asked.key.id });
    if (result?.key) setMade(result);
    keys.reload();
  };
  return html`
    ${may && html`<p><button type="button" id="new-key" class="primary" onClick=${() => setMaking(true)}>New key …</button></p>`}
    ${made && html`<${Made} made=${made} onClose=${() => setMade(null)} />`}
    <${Loading} state=${keys} />
    ${keys.value && html`<${Table} caption="API keys" empty="There is no API key yet." rows=${keys.value.keys} columns=${[
      ['key', (key) => html`<span>${key.name}</span><br /><small class="mono">${key.id}</small>`],
      ['owner', (key) => key.owner],
      ['state', (key) => html`<span class=${key.state === 'active' ? '' : 'bad'}>${key.state}</span>`],
      ['tier, limit', (key) => [key.tier, key.limit].filter(Boolean).join(', ') || '–'],
      ['scopes', (key) => key.scopes.join(', ') || '–'],
      ['expires', (key) => (key.expiresAt ? moment(key.expiresAt) : 'never')],
      ['last used', (key) => (key.lastUsedAt ? moment(key.lastUsedAt) : '–')],
      ['', (key) => may && html`<div class="buttons">${actionsOf(key).map((action) => html`<button type="button" class=${`small ${action}`} onClick=${() => setAsked({ action, key })}>${ACTIONS[action][0]} …</button>`)}</div>`],
    ]} />
    <p class="muted">${keys.value.keys.length === 1 ? 'One key' : `${number(keys.value.keys.length)} keys`}${keys.value.keys.length === 200 ? ', the first 200' : ''}. The command <code>weir api-key</code> does more.</p>`}
    ${making && html`<${Create} onMade=${(key) => { setMade(key); keys.reload(); }} onClose=${() => setMaking(false)} />`}
    ${asked && html`<${Confirm} title=${`${ACTIONS[asked.action][0]} ${asked.key.name || asked.key.id}?`} button=${ACTIONS[asked.action][0]} danger=${ACTIONS[asked.action][2]}
      typed=${asked.action === 'revoke' ? asked.key.id : undefined} onDone=${run} onClose=${() => setAsked(null)}>
      <p>${ACTIONS[asked.action][1]}</p><//>`}`;
}

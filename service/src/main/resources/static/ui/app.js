// The frame of all pages: sign-in, header, navigation, the stream of seconds, and which page is shown.
import { html, render, useEffect, useRef, useState, clock } from './base.js';
import { call, change, forgetToken, token, whenRejected, query } from './call.js';
import { follow } from './live.js';
import { Confirm, Mode } from './parts.js';
import { SignIn } from './signin.js';
import { Overview } from './overview.js';
import { Rules } from './rules.js';
import { Subjects } from './subjects.js';
import { Policy } from './policy.js';
import { Keys } from './keys.js';
import { Guard } from './guard.js';
import { Playground } from './playground.js';

const PAGES = [
  ['overview', 'Overview', Overview],
  ['rules', 'Rules', Rules],
  ['subjects', 'Subjects', Subjects],
  ['policy', 'Policy', Policy],
  ['keys', 'Keys', Keys],
  ['guard', 'Guard', Guard],
  ['playground', 'Playground', Playground],
];
const KEPT_SECONDS = 300;
const SILENT_AFTER_MS = 4_000;
const UNDO_SECONDS = 60;

function usePlace() {
  const read = () => location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  const [place, setPlace] = useState(read());
  useEffect(() => {
    const changed = () => setPlace(read());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return place;
}

/** The last seconds, and whether more arrive. */
function useSeconds(signedIn) {
  const [seconds, setSeconds] = useState([]);
  const [state, setState] = useState('');
  useEffect(() => {
    if (!signedIn) return undefined;
    call('live/history').then((past) => {
      const all = past.asked.map((asked, i) => ({
        t: past.from + i, all: [asked, past.denied[i], past.wouldDeny[i], past.degraded[i]], meanMicros: 0, rules: null,
      }));
      setSeconds((newer) => [...all.filter((each) => !newer.length || each.t < newer[0].t), ...newer].slice(-KEPT_SECONDS));
    }).catch(() => {});
    let timer;
    const silent = () => setState('The service has sent nothing for some seconds.');
    const stop = follow({
      second: (second) => {
        clearTimeout(timer);
        timer = setTimeout(silent, SILENT_AFTER_MS);
        setState('live');
        setSeconds((old) => [...old.filter((each) => each.t < second.t), second].slice(-KEPT_SECONDS));
      },
      state: (text, status) => {
        clearTimeout(timer);
        setState(text);
        if (status === 401) whenGone(text);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [signedIn]);
  return [seconds, state];
}

let whenGone = () => {};

function Banner({ seconds, state }) {
  const newest = seconds.at(-1);
  const all = [];
  if (state && state !== 'live') all.push(`${state} What you see is of ${newest ? clock(newest.t * 1000) : 'before'}.`);
  if (newest?.store === 'down') all.push('Redis does not answer: this instance decides checks without it, until it does.');
  if (newest?.mode === 'off') all.push('All limits are off: nothing is denied.');
  if (newest?.mode === 'shadow') all.push('All limits are in shadow: they count, and deny nothing.');
  return html`<div role="status" id="banner">${all.map((text) => html`<p class="banner">${text}</p>`)}</div>`;
}

/** The kill switch, and its way back. */
function Switch({ mode, may, changed }) {
  const [asked, setAsked] = useState(null);
  if (!may || !mode) return null;
  const target = mode === 'enforce' ? 'off' : 'enforce';
  return html`<span>
    <button type="button" id="kill" class=${target === 'off' ? 'danger' : 'primary'} onClick=${() => setAsked(target)}>
      ${target === 'off' ? 'Limits off …' : 'Enforce again …'}</button>
    ${asked && html`<${Confirm} title=${asked === 'off' ? 'Switch all limits off?' : 'Enforce all limits again?'}
        button=${asked === 'off' ? 'Switch off' : 'Enforce'} danger=${asked === 'off'}
        onDone=${async (reason) => { changed(await change('PUT', `policies/mode${query({ reason })}`, { mode: asked })); }}
        onClose=${() => setAsked(null)}>
      <p>${asked === 'off'
        ? 'No request is denied or counted any more, on all instances that follow this policy, within two seconds. You can undo it.'
        : 'Rules deny again as the policy says.'}</p>
    <//>`}
  </span>`;
}

/** The last change of the policy, with a way back for a minute. */
function Undo({ done, onUndone }) {
  const [state, setState] = useState({});
  useEffect(() => setState({}), [done]);
  if (!done || state.over) return null;
  const undo = async () => {
    try {
      const revision = await change('POST', `policies/rollback${query({ reason: `undo of version ${done.version}` })}`, { to: done.version - 1 }, done.version);
      setState({ over: true });
      onUndone(revision);
    } catch (failure) {
      setState({ failure });
    }
  };
  return html`<div class="undo" role="status"><span>Version ${done.version}: ${done.change}</span>
    ${done.version > 1 && html`<button type="button" id="undo" onClick=${undo}>Undo</button>`}
    ${state.failure && html`<span class="bad">${state.failure.message}</span>`}</div>`;
}

function App() {
  const [me, setMe] = useState(null);
  const [reason, setReason] = useState('');
  const [ready, setReady] = useState(!token());
  const [done, setDone] = useState(null);
  const place = usePlace();
  const [seconds, state] = useSeconds(me !== null);
  const main = useRef(null);
  const [name, ...rest] = place;
  const page = PAGES.find(([path]) => path === name) ?? PAGES[0];

  const leave = (why) => {
    forgetToken();
    setMe(null);
    setReason(why);
  };
  whenGone = (why) => leave(`${why}. Sign in again.`);
  useEffect(() => {
    whenRejected((why) => token() && me && whenGone(why));
  }, [me]);
  useEffect(() => {
    if (token()) call('me').then(setMe).catch((why) => leave(why.message)).finally(() => setReady(true));
  }, []);
  useEffect(() => {
    document.title = `${page[1]} · Weir`;
  }, [page[1]]);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(null), UNDO_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [done]);

  if (!ready) return null;
  if (!me) return html`<${SignIn} reason=${reason} onDone=${(found) => { setReason(''); setMe(found); }} />`;
  const newest = seconds.at(-1);
  const may = me.may.includes('change');
  const mayPolicy = may && me.source === 'document';
  const context = { me, may, mayPolicy, seconds, rest, changed: setDone, version: newest?.policy };
  return html`
    <a class="skip" href="#main" onClick=${(e) => { e.preventDefault(); main.current.focus(); }}>Skip to the page</a>
    <header class=${newest?.store === 'down' || (newest?.mode && newest.mode !== 'enforce') ? 'alarm' : ''}>
      <strong class="brand"><img src="icon.svg" alt="" width="22" height="22" /> Weir</strong>
      <span id="store">${me.store === 'redis' ? 'Redis' : 'memory'} ${newest?.store === 'down' ? '▲ down' : '● up'}</span>
      <span>policy ${newest?.policy ?? '–'}${me.source === 'file' ? ' (file)' : ''}</span>
      <span id="mode">${newest?.mode && html`<${Mode} of=${newest.mode} />`}</span>
      <span class="grow"></span>
      <${Switch} mode=${newest?.mode} may=${mayPolicy} changed=${setDone} />
      <button type="button" id="signout" title=${`Signed in with ${me.as}`} onClick=${() => leave('')}>Sign out</button>
    </header>
    <nav aria-label="Pages">${PAGES.map(([path, title]) => html`<a href=${`#/${path}`} aria-current=${page[0] === path ? 'page' : undefined}>${title}</a>`)}</nav>
    <${Banner} seconds=${seconds} state=${state} />
    <${Undo} done=${done} onUndone=${(revision) => setDone({ ...revision, version: revision.version })} />
    <main id="main" tabindex="-1" ref=${main}>
      <h1>${page[1]}</h1>
      ${!may && html`<p class="muted">You see everything and change nothing, because you signed in with ${me.as}.</p>`}
      <${page[2]} key=${page[0]} ...${context} />
    </main>`;
}

render(html`<${App} />`, document.getElementById('app'));

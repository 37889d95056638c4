// Small parts of pages: messages, dialogs, tables.
import { html, useEffect, useRef, useState } from './base.js';

/** Runs a call when something changes, and again every so many milliseconds. */
export function useLoaded(load, inputs, every) {
  const [state, setState] = useState({ loading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let gone = false;
    let timer;
    const run = () =>
      load()
        .then((value) => !gone && setState({ value }))
        .catch((failure) => !gone && setState((old) => ({ ...old, loading: false, failure })))
        .finally(() => {
          if (!gone && every) timer = setTimeout(run, every);
        });
    run();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [...inputs, turn]);
  return { ...state, reload: () => setTurn(turn + 1) };
}

export function Failure({ of }) {
  return of ? html`<p class="message bad" role="alert">${of.message}</p>` : null;
}

export function Loading({ state }) {
  if (state.failure) return html`<${Failure} of=${state.failure} />`;
  return state.value === undefined ? html`<p class="muted">Loading …</p>` : null;
}

export function Empty({ children }) {
  return html`<p class="empty">${children}</p>`;
}

/** A table whose columns are [heading, cell of a row, class]. */
export function Table({ caption, columns, rows, empty }) {
  if (!rows.length) return html`<${Empty}>${empty}<//>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${caption}><table>
    <caption class="hidden">${caption}</caption>
    <thead><tr>${columns.map(([title, , kind]) => html`<th scope="col" class=${kind}>${title}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>
      ${columns.map(([, cell, kind], i) => (i === 0 ? html`<th scope="row" class=${kind}>${cell(row)}</th>` : html`<td class=${kind}>${cell(row)}</td>`))}
    </tr>`)}</tbody></table></div>`;
}

export function Field({ label, hint, ...input }) {
  const { as = 'input', children, ...rest } = input;
  return html`<label class="field"><span>${label}</span><${as} ...${rest}>${children}<//>${hint && html`<small>${hint}</small>`}</label>`;
}

/** Asks before something changes: for a reason, and for a word to type if it cannot be undone. */
export function Confirm({ title, children, button, typed, danger, onDone, onClose }) {
  const dialog = useRef(null);
  const [reason, setReason] = useState('');
  const [word, setWord] = useState('');
  const [state, setState] = useState({});
  useEffect(() => {
    dialog.current.showModal();
  }, []);
  const submit = async (event) => {
    event.preventDefault();
    setState({ running: true });
    try {
      await onDone(reason);
      onClose();
    } catch (failure) {
      setState({ failure });
    }
  };
  return html`<dialog ref=${dialog} onClose=${onClose} aria-labelledby="confirm-title">
    <form onSubmit=${submit}>
      <h2 id="confirm-title">${title}</h2>
      ${children}
      <${Field} label="Reason, for the history" name="reason" maxlength="200" value=${reason} onInput=${(e) => setReason(e.target.value)} />
      ${typed && html`<${Field} label=${`Type ${typed} to confirm`} name="typed" autocomplete="off" value=${word} onInput=${(e) => setWord(e.target.value)} />`}
      <${Failure} of=${state.failure} />
      <div class="buttons">
        <button type="button" onClick=${onClose}>Cancel</button>
        <button class=${danger ? 'danger' : 'primary'} disabled=${state.running || (typed && word !== typed)}>${button}</button>
      </div>
    </form>
  </dialog>`;
}

/** The word for a mode, with a sign so that it does not depend on the colour. */
export function Mode({ of }) {
  const sign = { enforce: '●', shadow: '◐', off: '○' }[of] ?? '';
  return html`<span class=${`mode ${of}`}>${sign} ${of}</span>`;
}

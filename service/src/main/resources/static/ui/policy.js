import { html, useEffect, useRef, useState, moment } from './base.js';
import { call, change, query } from './call.js';
import { lineDiff, shortened } from './diff.js';
import { Confirm, Empty, Failure, Field, Loading, Table, useLoaded } from './parts.js';

const CHECK_AFTER_MS = 400;

export function Diff({ before, after, label }) {
  const rows = shortened(lineDiff(before, after));
  if (rows.every((row) => row === null || row[0] === ' ')) return html`<${Empty}>The texts are the same.<//>`;
  return html`<pre class="diff" tabindex="0" role="group" aria-label=${label}>${rows.map((row) => (row === null
    ? html`<span class="gap">⋯</span>`
    : html`<span class=${{ '-': 'del', '+': 'add', ' ': '' }[row[0]]}>${row[0]} ${row[1]}</span>`))}</pre>`;
}

function Changes({ of }) {
  if (!of) return null;
  if (!of.valid) return html`<p class="message bad" id="mistakes-count">${of.mistakes.length === 1 ? 'One mistake' : `${of.mistakes.length} mistakes`}; nothing can be pushed.</p>`;
  if (!of.changes.length) return html`<${Empty}>No rule would change.<//>`;
  return html`<ul class="changes" id="changes">${of.changes.map((each) => html`<li><b>${each.rule}</b> ${each.kind}
    <ul class="plain">${each.words.map((word) => html`<li><span class="muted">${word.word}:</span> ${word.before && html`<del>${word.before}</del> `}${word.before && word.after && '→ '}${word.after && html`<ins>${word.after}</ins>`}</li>`)}</ul>
    <small>${each.effect}</small></li>`)}</ul>`;
}

/** A text area with line numbers, of which those with mistakes are marked. */
function Editor({ text, onText, mistakes, readOnly, line }) {
  const gutter = useRef(null);
  const area = useRef(null);
  const wrong = new Set(mistakes.map((each) => each.line));
  useEffect(() => {
    if (!line) return;
    const height = parseFloat(getComputedStyle(area.current).lineHeight);
    area.current.scrollTop = (line - 3) * height;
  }, [line]);
  return html`<div class="editor">
    <pre class="gutter" ref=${gutter} aria-hidden="true">${text.split('\n').map((row, i) => html`<span class=${wrong.has(i + 1) ? 'wrong' : i + 1 === line ? 'here' : ''}>${i + 1}${'\n'}</span>`)}</pre>
    <textarea ref=${area} name="policy" aria-label="Text of the policy" spellcheck="false" autocapitalize="off" wrap="off" readonly=${readOnly}
      aria-describedby="mistakes" value=${text} onInput=${(e) => onText(e.target.value)} onScroll=${(e) => { gutter.current.scrollTop = e.target.scrollTop; }}></textarea>
  </div>`;
}

function Mistakes({ all }) {
  return html`<ul id="mistakes" class="mistakes" aria-live="polite">${all.map((each) => html`<li><b>${each.line ? `${each.file}, line ${each.line}` : each.file}</b>: ${each.message}</li>`)}</ul>`;
}

/** Somebody else was faster: what they changed, and what you would. */
function Conflict({ failure, base, text, file, onTheirs, onMine }) {
  const theirs = useLoaded(() => call('policies'), []);
  if (!theirs.value) return html`<${Loading} state=${theirs} />`;
  const their = theirs.value.files.find((each) => each.name === file)?.text ?? '';
  return html`<section id="conflict" class="card"><h2>Another change came first</h2>
    <p>Version ${failure.problem.version} by ${failure.problem.by}, ${moment(failure.problem.at)}: ${failure.problem.change}</p>
    <h3>What they changed</h3><${Diff} before=${base} after=${their} label="Their changes" />
    <h3>What you change of it</h3><${Diff} before=${their} after=${text} label="Your changes" />
    <div class="buttons"><button type="button" onClick=${() => onTheirs(theirs.value)}>Take theirs</button>
      <button type="button" id="mine" onClick=${() => onMine(theirs.value)}>Go on with mine, on top of version ${theirs.value.version}</button></div></section>`;
}

function History({ present, mayPolicy, changed, reload }) {
  const history = useLoaded(() => call('policies/history'), [present.version]);
  const [shown, setShown] = useState(null);
  const [back, setBack] = useState(null);
  const [failure, setFailure] = useState(null);
  const show = (version) => call(`policies/versions${query({ version })}`).then(setShown, setFailure);
  const texts = (version) => version.files.map((file) => `# ${file.name}\n${file.text}`).join('\n');
  return html`<section><h2>History</h2><${Loading} state=${history} /><${Failure} of=${failure} />
    ${history.value && html`<${Table} caption="Versions" empty="No version was written yet." rows=${history.value.revisions} columns=${[
      ['version', (row) => row.version], ['time', (row) => moment(row.at), 'time'], ['by', (row) => row.by, 'wide'],
      ['change', (row) => html`${row.change}${row.reason && html`<br /><small>${row.reason}</small>`}
        <div class="buttons"><button type="button" class="small" onClick=${() => show(row.version)}>Compare</button>
        ${mayPolicy && row.version !== present.version && html`<button type="button" class="small rollback" onClick=${() => setBack(row.version)}>Roll back …</button>`}</div>`],
    ]} />`}
    ${shown && html`<h3>From version ${shown.version} to now</h3><${Diff} before=${texts(shown)} after=${texts(present)} label="Changes since that version" />`}
    ${back && html`<${Confirm} title=${`Roll back to version ${back}?`} button="Roll back" danger onClose=${() => setBack(null)} onDone=${async (reason) => {
      changed(await change('POST', `policies/rollback${query({ reason })}`, { to: back }, present.version));
      reload();
    }}><p>Policy, modes and overrides become those of version ${back}. This writes a new version, so you can undo it.</p><//>`}
  </section>`;
}

function Workbench({ present, mayPolicy, changed, reload, line, version }) {
  const files = present.files.length ? present.files : [{ name: 'policy.yml', text: '' }];
  const [name, setName] = useState(files[0].name);
  const [base, setBase] = useState({ files, version: present.version });
  const [texts, setTexts] = useState(Object.fromEntries(files.map((file) => [file.name, file.text])));
  const [result, setResult] = useState(null);
  const [push, setPush] = useState(false);
  const [conflict, setConflict] = useState(null);
  const [failure, setFailure] = useState(null);
  const all = base.files.map((file) => ({ name: file.name, text: texts[file.name] ?? file.text }));
  const edited = all.some((file, i) => file.text !== base.files[i].text);
  const baseText = base.files.find((file) => file.name === name)?.text ?? '';
  const take = (policy) => {
    const next = policy.files.length ? policy.files : files;
    setBase({ files: next, version: policy.version });
    return next;
  };

  useEffect(() => {
    if (!edited) {
      setResult(null);
      return undefined;
    }
    const timer = setTimeout(() => change('POST', 'policies/check', { files: all }).then((found) => { setResult(found); setFailure(null); }, setFailure), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [JSON.stringify(texts), base.version]);

  // A switch of somebody else changes the version, but not the texts.
  useEffect(() => {
    if (present.version > base.version && !edited) {
      setTexts(Object.fromEntries(take(present).map((file) => [file.name, file.text])));
    }
  }, [present.version]);

  const pushed = async (reason) => {
    try {
      const revision = await change('PUT', `policies${query({ reason })}`, { files: all }, base.version);
      setBase({ files: all, version: revision.version });
      setConflict(null);
      changed(revision);
      reload();
    } catch (why) {
      if (why.status !== 409 || !why.problem.version) throw why;
      setConflict(why);
    }
  };
  const mistakes = result && !result.valid ? result.mistakes.filter((each) => each.file === name || all.length === 1) : [];
  return html`
    ${base.files.length > 1 && html`<div class="buttons" role="group" aria-label="Files">${base.files.map((file) => html`<button type="button" aria-pressed=${file.name === name} onClick=${() => setName(file.name)}>${file.name}</button>`)}</div>`}
    <div class="bench">
      <section aria-label="Text"><h2 class="anywhere">${name}</h2>
        <${Editor} text=${texts[name] ?? ''} mistakes=${mistakes} line=${line} readOnly=${!mayPolicy} onText=${(text) => setTexts({ ...texts, [name]: text })} />
        <${Mistakes} all=${result?.mistakes ?? []} />
        ${!texts[name] && html`<p class="muted">A first policy, for example:</p><pre>rules:${'\n'}  - {name: per-user, per: user, limit: 100/min}</pre>`}
      </section>
      <section aria-label="What would change"><h2>Changes</h2>
        <${Failure} of=${failure} />
        ${edited ? html`<${Changes} of=${result} />` : html`<${Empty}>${mayPolicy ? 'Edit the text to see what would change.' : 'The text is as it is in force.'}<//>`}
        ${edited && html`<h3>Lines</h3><${Diff} before=${baseText} after=${texts[name] ?? ''} label="Changed lines" />`}
        ${mayPolicy && html`<div class="buttons"><button type="button" id="push" class="primary" disabled=${!edited || !result?.valid} onClick=${() => setPush(true)}>Push …</button>
          <button type="button" disabled=${!edited} onClick=${() => setTexts(Object.fromEntries(base.files.map((file) => [file.name, file.text])))}>Discard</button></div>`}
      </section>
    </div>
    ${push && html`<${Confirm} title=${`Push on top of version ${base.version}?`} button="Push" onDone=${pushed} onClose=${() => setPush(false)}>
      <p>The policy is in force on all instances within two seconds. You can undo it.</p><${Changes} of=${result} /><//>`}
    ${conflict && html`<${Conflict} failure=${conflict} base=${baseText} text=${texts[name] ?? ''} file=${name}
      onTheirs=${(policy) => { setTexts(Object.fromEntries(take(policy).map((file) => [file.name, file.text]))); setConflict(null); }}
      onMine=${(policy) => { take(policy); setConflict(null); }} />`}`;
}

export function Policy({ version, mayPolicy, me, changed, rest }) {
  const policy = useLoaded(() => call('policies'), [version]);
  if (!policy.value) return html`<${Loading} state=${policy} />`;
  return html`
    ${me.source === 'file' && html`<p class="message">A file owns the policy (<code>--policy-source file</code>), so it is changed there and not here. A change of the file is in force within a second.</p>`}
    ${policy.value.problem && html`<p class="message bad" role="alert">${policy.value.problem}</p>`}
    <${Workbench} present=${policy.value} mayPolicy=${mayPolicy} changed=${changed} reload=${policy.reload} line=${Number(rest[0]) || 0} />
    ${me.source === 'document' && html`<${History} present=${policy.value} mayPolicy=${mayPolicy} changed=${changed} reload=${policy.reload} />`}`;
}

import { html, useState } from './base.js';
import { call, keepToken, forgetToken } from './call.js';
import { Field, Failure } from './parts.js';

/** Asks for a token, and tries it before it is kept. */
export function SignIn({ reason, onDone }) {
  const [value, setValue] = useState('');
  const [failure, setFailure] = useState(reason ? { message: reason } : null);
  const submit = async (event) => {
    event.preventDefault();
    keepToken(value.trim());
    try {
      onDone(await call('me'));
    } catch (wrong) {
      forgetToken();
      setFailure(wrong);
    }
  };
  return html`<main class="signin">
    <h1><img src="icon.svg" alt="" width="32" height="32" /> Weir</h1>
    <form onSubmit=${submit}>
      <${Field} label="Token" name="token" type="password" required autocomplete="off" value=${value} onInput=${(e) => setValue(e.target.value)}
        hint="The admin token, the view token, or an API key with the scope weir:read or weir:admin. This tab keeps it until it is closed." />
      <${Failure} of=${failure} />
      <button class="primary">Sign in</button>
    </form>
    <p class="muted">The service keeps the admin token in the file <code>admin-token</code> of its data folder, unless it was given one.</p>
    <nav aria-label="Without a token"><a href="check.html">Try a check</a> <a href="openapi.json">OpenAPI document</a></nav>
  </main>`;
}

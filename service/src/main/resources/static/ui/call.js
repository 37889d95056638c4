// Calls of the REST interface. The token stays in the sessionStorage of this tab, and is sent in a header only.
const KEY = 'weir-token';
let onRejected = () => {};

export const token = () => sessionStorage.getItem(KEY) ?? '';
export const keepToken = (value) => sessionStorage.setItem(KEY, value);
export const forgetToken = () => sessionStorage.removeItem(KEY);

/** Called with the reason when the service no longer accepts the token. */
export function whenRejected(listener) {
  onRejected = listener;
}

/** A rejection of the service, with all fields of its problem. */
export class Rejection extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `status ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

export function send(path, options = {}) {
  return fetch(`api/v1/${path}`, {
    ...options,
    headers: { Authorization: `Bearer ${token()}`, ...options.headers },
    credentials: 'omit',
  });
}

async function rejection(response) {
  // Some rejections, such as those of a proxy, have no JSON.
  const problem = await response.json().catch(() => ({ detail: response.statusText || `status ${response.status}` }));
  return new Rejection(response.status, problem);
}

export async function call(path, options = {}) {
  let response;
  try {
    response = await send(path, options);
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    throw new Rejection(0, { detail: 'The service does not answer. Is it running?' });
  }
  if (response.ok) {
    return response.status === 204 ? null : response.json();
  }
  const why = await rejection(response);
  if (why.status === 401) onRejected(why.message);
  throw why;
}

export function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return given.length ? `?${new URLSearchParams(given)}` : '';
}

/** A call that changes something: its body as JSON, and optionally the version that is expected. */
export function change(method, path, body, version) {
  const headers = { 'Content-Type': 'application/json' };
  if (version) headers['If-Match'] = `"${version}"`;
  return call(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
}

export { rejection };

// The stream of seconds, over fetch because EventSource cannot send a token.
import { send, rejection } from './call.js';

const LONGEST_WAIT = 20_000;

/** Calls listener.second for each second, and listener.state with "live", or with the reason why there is nothing. */
export function follow(listener) {
  let stopped = false;
  let abort = new AbortController();
  let wait = 500;
  let timer;

  async function open() {
    abort = new AbortController();
    try {
      const response = await send('live', { signal: abort.signal });
      if (!response.ok) throw await rejection(response);
      wait = 500;
      listener.state('live');
      await read(response.body.getReader());
    } catch (failure) {
      if (!stopped && failure.name !== 'AbortError') {
        listener.state(failure.status ? failure.message : 'The service does not answer.', failure.status);
      }
    }
    if (!stopped && !document.hidden) {
      timer = setTimeout(open, wait * (0.5 + Math.random()));
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
  }

  async function read(reader) {
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop();
      parts.forEach(receive);
    }
  }

  function receive(part) {
    const lines = part.split('\n').filter((line) => !line.startsWith(':'));
    const name = lines.find((line) => line.startsWith('event: '))?.slice(7);
    const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6)).join('\n');
    if (name === 'second') listener.second(JSON.parse(data));
    if (name === 'bye') listener.state('This instance stops.');
  }

  // A hidden tab gives its place to other viewers.
  function visibility() {
    clearTimeout(timer);
    if (document.hidden) {
      abort.abort();
    } else {
      open();
    }
  }

  document.addEventListener('visibilitychange', visibility);
  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', visibility);
    abort.abort();
  };
}

// The page's live check: the same request that the curl line shows.
const form = document.getElementById('check');
const answer = document.getElementById('answer');
const curl = document.getElementById('curl');

function target() {
  const query = new URLSearchParams({
    key: form.elements.key.value,
    algorithm: form.elements.algorithm.value,
    permits: form.elements.permits.value,
  });
  return new URL(`api/v1/rate-limit/check?${query}`, location.href);
}

function showCurl() {
  const token = form.elements.token.value ? " -H 'Authorization: Bearer …'" : '';
  curl.textContent = `curl -i${token} '${target().href.replaceAll("'", '%27')}'`;
}

function show(text, kind) {
  answer.textContent = text;
  answer.className = kind;
}

async function check(event) {
  event.preventDefault();
  const token = form.elements.token.value;
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  try {
    const response = await fetch(target(), { headers });
    // What is refused before it is understood comes without a body.
    const body = await response.json().catch(() => ({ detail: response.statusText }));
    if (response.ok) {
      const delay = body.delaySeconds ? `, hold it for ${body.delaySeconds} s` : '';
      show(`200: allowed, ${body.remaining} left${delay}.`, 'allowed');
    } else if (response.status === 429) {
      show(`429: denied, ${body.remaining} left, retry after ${body.retryAfterSeconds} s.`, 'denied');
    } else {
      show(`${response.status}: ${body.detail}`, 'denied');
    }
  } catch (failure) {
    show(`The service did not answer: ${failure.message}`, 'denied');
  }
}

form.addEventListener('submit', check);
form.addEventListener('input', showCurl);
showCurl();

// What the pages do beyond links and forms. Everything but challenges works without it.
'use strict';

// Sends a form or asks for a page, and solves a challenge on the way if the shop asks for one.
async function ask(address, options) {
  const first = await fetch(address, options);
  const page = await read(first);
  const puzzle = page.querySelector('main[data-puzzle]');
  if (!puzzle) {
    return show(first, page);
  }
  show(first, page);
  const answer = await solve(puzzle.dataset.puzzle);
  const headers = { ...options.headers, 'X-Weir-Challenge': answer };
  const second = await fetch(address, { ...options, headers });
  return show(second, await read(second));
}

async function read(response) {
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

// Shows the main part of an answer, or goes where it leads.
function show(response, page) {
  if (response.redirected) {
    location.assign(response.url);
    return;
  }
  document.title = page.title;
  const main = document.importNode(page.querySelector('main'), true);
  document.querySelector('main').replaceWith(main);
  (main.querySelector('[role=alert]') || main).focus();
  prepare();
}

// Solves a puzzle beside the page, so that the page stays responsive.
function solve(puzzle) {
  return new Promise((resolve, reject) => {
    const worker = new Worker('/scripts/worker.js');
    worker.onmessage = (message) => resolve(message.data);
    worker.onerror = reject;
    worker.postMessage(puzzle);
  });
}

function prepare() {
  for (const form of document.querySelectorAll('form[data-guarded]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      form.querySelector('button').disabled = true;
      const body = new URLSearchParams(new FormData(form));
      ask(form.action, { method: 'POST', body, headers: { Accept: 'text/html' } });
    });
  }
  const countdown = document.getElementById('countdown');
  if (countdown) {
    const end = Date.now() + countdown.dataset.seconds * 1000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      countdown.textContent = left > 90 ? Math.ceil(left / 60) + ' min' : left + ' s';
      if (left === 0) {
        clearInterval(timer);
      }
    }, 500);
  }
  // A page with a secret leaves its address, so that loading it again does not repeat what made the secret.
  const shown = document.querySelector('main[data-address]');
  if (shown) {
    history.replaceState(null, '', shown.dataset.address);
  }
}

// A page that was asked for by its address and answered with a challenge.
async function goOn() {
  const main = document.querySelector('main[data-puzzle]');
  if (main) {
    const answer = await solve(main.dataset.puzzle);
    const response = await fetch(location.href, { headers: { Accept: 'text/html', 'X-Weir-Challenge': answer } });
    show(response, await read(response));
  }
}

prepare();
goOn();

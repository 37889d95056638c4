// Sends one request: node client.cjs <library> <url> [<agent>]
const [library, url, agent] = process.argv.slice(2);
const headers = agent ? { 'User-Agent': agent } : {};
switch (library) {
  case 'fetch':
    fetch(url, { headers }).then((response) => response.text());
    break;
  case 'http':
    require('http').get(url, { headers }, (response) => response.resume());
    break;
  case 'axios':
    require('axios').get(url, { headers });
    break;
  case 'got':
    require('got').get(url, { headers });
    break;
}

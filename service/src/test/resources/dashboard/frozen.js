// Answers of a service at one frozen moment, for the picture in the documentation.
(() => {
  const now = 1794780420;
  const wave = (i, base, swing) => Math.round(base + swing * Math.sin(i / 17) + (i % 7));
  const flood = (i) => (i > 220 ? 190 : 0);
  const rules = [
    ['login-per-ip', '10/min', 'enforce', 196, 181, 0],
    ['tier-free', '100/min burst 150', 'enforce', 310, 12, 0],
    ['exports-per-user', '20/h', 'shadow', 9, 0, 3],
    ['anonymous', '1000/min', 'enforce', 402, 2, 0],
    ['/api/v1/orders', '100/min burst 150', 'enforce', 88, 0, 0],
    ['tier-premium', '500/min burst 750', 'enforce', 141, 0, 0],
    ['global', '10000/s burst 15000', 'enforce', 850, 0, 0],
  ];
  const times = Array.from({ length: 300 }, (unused, i) => i);
  const answers = {
    'me': { as: 'the admin token', may: ['view', 'change'], source: 'document', store: 'redis', keys: true, hashed: false },
    'live/history': {
      from: now - 299, step: 1, asked: times.map((i) => wave(i, 640, 60) + flood(i)), denied: times.map((i) => wave(i, 9, 4) + flood(i)),
      wouldDeny: times.map(() => 3), degraded: times.map(() => 0),
    },
    'rules': { version: 7, mode: 'enforce', rules: rules.map(([name, limit, mode, asked, denied, would]) => ({
      name, limit, mode, words: {}, lastMinute: [asked * 60, denied * 60, would * 60, 0], lastDay: [asked * 50000, denied * 9000, would * 50000, 0] })) },
    'subjects/top': {
      windowSeconds: 10, hashed: false,
      requests: [['user:1042', 61.2], ['ip:198.51.100.7', 40.1], ['tenant:acme', 33.5]].map(([subject, perSecond]) => ({ subject, perSecond })),
      rejected: [['ip:198.51.100.7', 38.9], ['ip:203.0.113.80', 31.4], ['user:77', 4.2]].map(([subject, perSecond], i) => ({ subject, perSecond, rule: i < 2 ? 'login-per-ip' : 'tier-free' })),
    },
    'subjects/denials': { hashed: false, denials: [['ip:198.51.100.7', 'login-per-ip', 412, 6], ['ip:203.0.113.80', 'login-per-ip', 377, 5], ['user:77', 'tier-free', 31, 1]]
      .map(([subject, rule, times, retryAfterSeconds], i) => ({ at: new Date((now - i) * 1000).toISOString(), rule, subject, times, since: new Date((now - 60) * 1000).toISOString(), retryAfterSeconds })) },
  };
  const second = { t: now, all: [850, 195, 3, 0], meanMicros: 412, policy: 7, mode: 'enforce', store: 'up',
    rules: Object.fromEntries(rules.map(([name, , , asked, denied, would]) => [name, [asked, denied, would, 0]])) };
  const event = new TextEncoder().encode(`event: second\ndata: ${JSON.stringify(second)}\n\n`);
  const stream = () => new ReadableStream({ start: (controller) => controller.enqueue(event) });
  const days = Date;
  window.Date = class extends days {
    constructor(...given) {
      super(...(given.length ? given : [now * 1000]));
    }
  };
  window.setTimeout = new Proxy(window.setTimeout, { apply: (target, self, [task, wait]) => (wait > 1000 ? 0 : target.call(self, task, wait)) });
  window.fetch = async (url) => {
    const path = String(url).replace(/^api\/v1\//, '').split('?')[0];
    return path === 'live' ? new Response(stream()) : Response.json(answers[path]);
  };
})();

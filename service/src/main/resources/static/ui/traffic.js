// Traffic for the playground: rates over time, and the arrivals that they make.

export const BUCKETS = 40;
const MOST = 1_500;

/** The same numbers for the same seed (mulberry32), so that a shared link shows the same traffic. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const flat = (value) => Array.from({ length: BUCKETS }, () => value);
const shape = (rate) => Array.from({ length: BUCKETS }, (unused, i) => rate(i));

/** Requests per bucket of time, of which there are forty. */
export const PRESETS = {
  'steady': () => flat(2),
  'window edge': () => shape((i) => (i === 19 || i === 20 ? 20 : 0)),
  'burst': () => shape((i) => (i === 4 || i === 24 ? 30 : 0)),
  'ramp': () => shape((i) => Math.round(i / 5)),
  'flood': () => shape((i) => (i >= 10 && i < 25 ? 20 : 1)),
  'nightly batch': () => shape((i) => (i >= 15 && i < 20 ? 40 : 0)),
};

/** Arrivals as the service takes them, in seconds over the whole time. Even spacing, or at random with a seed. */
export function arrivals(counts, seconds, seed) {
  const next = random(seed);
  const bucket = seconds / BUCKETS;
  const times = [];
  counts.forEach((count, i) => {
    const within = seed
      ? Array.from({ length: count }, next).sort((one, other) => one - other)
      : Array.from({ length: count }, (unused, k) => k / count);
    within.forEach((part) => times.push((i + part) * bucket));
  });
  return times.slice(0, MOST).map((time) => Math.min(seconds, time).toFixed(3)).join(' ');
}

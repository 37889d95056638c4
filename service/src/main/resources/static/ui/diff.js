// The lines that differ between two texts.

const MOST_LINES = 2_000;

/** Rows of [sign, line], where the sign is ' ', '-' or '+'; by the longest common subsequence of lines. */
export function lineDiff(before, after) {
  const one = before.split('\n');
  const other = after.split('\n');
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const a = one.slice(start, one.length - end);
  const b = other.slice(start, other.length - end);
  const middle = a.length > MOST_LINES || b.length > MOST_LINES
    ? [...a.map((line) => ['-', line]), ...b.map((line) => ['+', line])]
    : common(a, b);
  return [...one.slice(0, start).map((line) => [' ', line]), ...middle, ...one.slice(one.length - end).map((line) => [' ', line])];
}

function common(a, b) {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i][j] = a[i] === b[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const rows = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      rows.push([' ', a[i++]]);
      j++;
    } else if (j >= b.length || (i < a.length && lengths[i + 1][j] >= lengths[i][j + 1])) {
      rows.push(['-', a[i++]]);
    } else {
      rows.push(['+', b[j++]]);
    }
  }
  return rows;
}

/** Leaves out lines that are further than three from a change; null stands for a gap. */
export function shortened(rows) {
  const near = rows.map((row, i) => rows.slice(Math.max(0, i - 3), i + 4).some(([sign]) => sign !== ' '));
  return rows.flatMap((row, i) => (near[i] ? [row] : near[i - 1] || i === 0 ? [null] : []));
}

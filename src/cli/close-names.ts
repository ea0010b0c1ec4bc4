/** How many letters have to be changed, left out, added or swapped to make one text of another; case does not count. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(rows, i - 1, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(rows, i - 2, j - 2) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return at(rows, a.length, b.length);
}

const at = (rows: readonly (readonly number[])[], i: number, j: number): number => rows[i]?.[j] ?? 0;

/** The names that a text may have been meant to be, the likeliest first: at most three. */
export function closeNames(text: string, names: readonly string[]): readonly string[] {
  const asked = text.toLowerCase();
  return names
    .map((name) => {
      const lower = name.toLowerCase();
      const contains = asked.length > 3 && lower.includes(asked);
      return { name, away: contains ? 1 : distance(asked, lower) };
    })
    .filter(({ name, away }) => away <= Math.max(2, Math.min(name.length, text.length) / 4))
    .sort((a, b) => a.away - b.away || a.name.length - b.name.length)
    .slice(0, 3)
    .map(({ name }) => name);
}

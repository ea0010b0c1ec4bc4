/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/**
 * A table as Markdown writes it: the first column holds names, the others numbers.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function table(head, rows) {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  /** @param {readonly string[]} row */
  const line = (row) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |\n`;
  const rule = `| ${widths.map((size, column) => (column === 0 ? '-'.repeat(size) : `${'-'.repeat(size - 1)}:`)).join(' | ')} |\n`;
  return line(head) + rule + rows.map(line).join('');
}

/**
 * Says whether a number keeps below what it should be at most.
 *
 * @param {number} value
 * @param {number} target
 * @param {string} [unit]
 */
export const verdict = (value, target, unit = '') =>
  `Target: at most ${target}${unit}; ${value <= target ? 'met' : 'missed'}.`;

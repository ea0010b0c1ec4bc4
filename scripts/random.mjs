/**
 * Numbers that look random and are the same for the same seed, so that everybody gets the same files.
 *
 * @param {number} seed
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    // mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c, public domain.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** @type {<T>(items: readonly [T, ...T[]]) => T} */
  const pick = (items) => items[Math.floor(next() * items.length)] ?? items[0];
  return {
    next,
    pick,
    /**
     * A whole number from the first up to the last.
     *
     * @param {number} first
     * @param {number} last
     */
    between: (first, last) => first + Math.floor(next() * (last - first + 1)),
    /** @type {<T>(items: readonly T[]) => T[]} */
    shuffled: (items) =>
      items
        .map((item) => /** @type {const} */ ([next(), item]))
        .sort(([a], [b]) => a - b)
        .map(([, item]) => item),
  };
}

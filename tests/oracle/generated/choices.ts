/**
 * Choices that a grammar makes, taken from a list of numbers. Where the list has ended every choice is the first, so that a
 * shorter list with smaller numbers gives a smaller program: the grammars put the simplest alternative first.
 */
export class Choices {
  #next = 0;

  constructor(private readonly numbers: readonly number[]) {}

  /** One of the alternatives 0 to n - 1. */
  below(n: number): number {
    const number = this.numbers[this.#next++] ?? 0;
    return number % n;
  }

  /** One of the items. */
  of<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }

  /** Yes in one case of n, and never once the list has ended. */
  once(n: number): boolean {
    return this.below(n) === n - 1;
  }
}

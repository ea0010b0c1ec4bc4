import { hashOf } from '../model/hash.js';
import type { TSESTree } from '@typescript-eslint/utils';

const FIRST = 2654435761;
const SECOND = 1597334677;

const numbers = new Map<bigint, number>();
/** A number for each mask; there are as many masks as answers of error tests to the rows of the taxonomy. */
function numberOf(mask: bigint): number {
  let number = numbers.get(mask);
  if (number === undefined) numbers.set(mask, (number = numbers.size));
  return number;
}

/** Two 32-bit hashes of what is added, one thing after the other. */
export class Digest {
  a = 0x5eadbeef;
  b = 0x41c6ce57;

  number(value: number): this {
    const a = Math.imul(this.a ^ value, FIRST);
    const b = Math.imul(this.b ^ value, SECOND);
    this.a = a ^ (a >>> 15);
    this.b = b ^ (b >>> 13);
    return this;
  }

  flag(value: boolean): this {
    return this.number(value ? 1 : 2);
  }

  text(value: string | undefined): this {
    return value === undefined ? this.number(-1) : this.number(hashOf(value)).number(value.length);
  }

  /** A node of one file is known by where it stands. */
  node(value: TSESTree.Node | undefined): this {
    return value ? this.number(value.range[0]).number(value.range[1]) : this.number(-1);
  }

  mask(value: bigint): this {
    return this.number(numberOf(value));
  }

  each<T>(list: readonly T[], add: (item: T) => void): this {
    this.number(list.length);
    list.forEach(add);
    return this;
  }
}

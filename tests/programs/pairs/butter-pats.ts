import type { Transaction } from '@nestjs/microservices/external/kafka.interface';

interface Pat {
  mould: string;
  grams: number;
}

export class TooLight extends Error {
  constructor(readonly pat: Pat) {
    super(`${pat.mould} weighs only ${pat.grams} g`);
  }
}

const MINIMUM = 240;

/**
 * Adds pats to the transaction of the caller, who ends it: with a commit when this resolves, with an abort when
 * it rejects.
 */
export async function* addPats(tx: Transaction, pats: Iterable<Pat>): AsyncGenerator<number, void> {
  let grams = 0;
  for (const pat of pats) {
    if (pat.grams < MINIMUM) {
      throw new TooLight(pat);
    }
    await tx.send({ topic: 'dairy.pats', messages: [{ key: pat.mould, value: String(pat.grams) }] });
    grams += pat.grams;
    yield grams;
  }
}

export async function addTray(tx: Transaction, tray: Pat[]): Promise<number> {
  let total = 0;
  for await (const grams of addPats(tx, tray)) {
    total = grams;
  }
  if (total === 0) {
    throw new RangeError('an empty tray');
  }
  return total;
}

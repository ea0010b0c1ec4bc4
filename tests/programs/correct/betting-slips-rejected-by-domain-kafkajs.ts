import type { Producer, Transaction } from 'kafkajs';

class LimitExceeded extends Error {
  constructor(readonly player: string, readonly limit: number) {
    super(`${player} may not stake more than ${limit}`);
  }
}

export interface Slip {
  player: string;
  bets: { game: string; cents: number }[];
}

export type Receipt = { accepted: true; cents: number } | { accepted: false; reason: string };

async function stake(tx: Transaction, slip: Slip, limit: number): Promise<number> {
  let cents = 0;
  for (const bet of slip.bets) {
    cents += bet.cents;
    if (cents > limit) {
      throw new LimitExceeded(slip.player, limit);
    }
    await tx.send({ topic: 'betting.bets', messages: [{ key: bet.game, value: JSON.stringify(bet) }] });
  }
  return cents;
}

export async function accept(producer: Producer, slip: Slip, limit: number): Promise<Receipt> {
  const tx = await producer.transaction();
  let cents: number;
  try {
    cents = await stake(tx, slip, limit);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      await producer.disconnect();
      throw new AggregateError([err, abortErr], 'slip not rolled back');
    }
    if (err instanceof LimitExceeded) {
      return { accepted: false, reason: err.message };
    }
    throw err;
  }
  await tx.commit();
  return { accepted: true, cents };
}

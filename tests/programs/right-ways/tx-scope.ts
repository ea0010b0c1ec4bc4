import type { Message, Producer, Transaction } from 'kafkajs';

export interface Scope {
  emit(topic: string, ...messages: Message[]): Promise<void>;
}

const scopeOf = (tx: Transaction): Scope => ({
  async emit(topic, ...messages) {
    await tx.send({ topic, messages });
  },
});

/**
 * Runs `work` in a transaction. Whatever keeps it from being committed, the transaction is
 * rolled back on the way out, and the error of `work` reaches the caller.
 */
export async function inScope<T>(producer: Producer, work: (scope: Scope) => Promise<T>): Promise<T> {
  const tx = await producer.transaction();
  let committed = false;
  try {
    const value = await work(scopeOf(tx));
    await tx.commit();
    committed = true;
    return value;
  } finally {
    if (!committed) {
      await tx.abort().catch((err) => console.error('scope was not rolled back', err));
    }
  }
}

export interface Rental {
  bike: string;
  rider: string;
  minutes: number;
}

export const endRental = (producer: Producer, rental: Rental) =>
  inScope(producer, async ({ emit }) => {
    const cents = 100 + 15 * rental.minutes;
    await emit('bikes.returned', { key: rental.bike, value: rental.rider });
    await emit('riders.charged', { key: rental.rider, value: String(cents) });
    return cents;
  });

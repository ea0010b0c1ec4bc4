import type { Producer, Transaction } from 'kafkajs';

export interface Entry {
  account: string;
  cents: number;
}

export class UnbalancedError extends Error {}

export class DoubleEntry {
  async write(tx: Transaction, booking: string, entries: readonly Entry[]): Promise<void> {
    const sum = entries.reduce((total, entry) => total + entry.cents, 0);
    if (sum !== 0) {
      throw new UnbalancedError(`booking ${booking} is off by ${sum}`);
    }
    await tx.send({
      topic: 'ledger.entries',
      messages: entries.map((entry) => ({ key: entry.account, value: String(entry.cents) })),
    });
  }
}

export class BookingDesk {
  constructor(
    private readonly producer: Producer,
    private readonly ledger: DoubleEntry,
  ) {}

  async book(bookings: ReadonlyMap<string, readonly Entry[]>): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      for (const [booking, entries] of bookings) {
        await this.ledger.write(tx, booking, entries);
      }
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new Error('bookings neither written nor rolled back', {
          cause: new AggregateError([err, abortErr]),
        });
      }
      throw err;
    }
    await tx.commit();
  }
}

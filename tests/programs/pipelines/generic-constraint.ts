import type { Producer, Transaction } from 'kafkajs';

export interface StoredEvent {
  stream: string;
  version: number;
  body: string;
}

export class Replayer<P extends Pick<Producer, 'transaction'>> {
  constructor(private readonly producer: P) {}

  async replay(events: StoredEvent[]): Promise<number> {
    const tx = await this.producer.transaction();
    try {
      for (const event of events) {
        await this.#put(tx, event, 3);
      }
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'replay not rolled back');
      }
      throw err;
    }
    await tx.commit();
    return events.length;
  }

  async #put<T extends Pick<Transaction, 'send'>>(tx: T, event: StoredEvent, left: number): Promise<void> {
    try {
      await tx.send({
        topic: `replay.${event.stream}`,
        messages: [{ key: String(event.version), value: event.body }],
      });
    } catch (err) {
      if (left === 0) {
        throw err;
      }
      await this.#put(tx, event, left - 1);
    }
  }
}

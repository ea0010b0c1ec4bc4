import { setTimeout as delay } from 'node:timers/promises';
import { Kafka, type Producer, type Transaction } from 'kafkajs';

class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const deadline = delay(ms, undefined, { signal: timer.signal }).then(() => {
    throw new DeadlineExceeded(`no answer in ${ms} ms`);
  });
  deadline.catch(() => {});
  try {
    return await Promise.race([work, deadline]);
  } finally {
    timer.abort();
  }
}

export interface Settlement {
  merchant: string;
  cents: number;
}

export class SettlementGateway {
  static readonly COMMIT_DEADLINE = 5_000;

  readonly #producer: Producer;

  constructor(kafka: Kafka, region: string) {
    this.#producer = kafka.producer({
      transactionalId: `settlement-${region}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async settle(batch: Settlement[]): Promise<void> {
    const tx: Transaction = await this.#producer.transaction();
    try {
      await tx.send({
        topic: 'settlements',
        messages: batch.map((s) => ({ key: s.merchant, value: String(s.cents) })),
      });
      await within(SettlementGateway.COMMIT_DEADLINE, tx.commit());
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('settlement: abort failed', abortErr));
      throw err;
    }
  }

  close = () => this.#producer.disconnect();
}

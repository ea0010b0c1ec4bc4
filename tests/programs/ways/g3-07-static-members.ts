import { Kafka, type Producer, type Transaction } from 'kafkajs';

export class Ledger {
  static readonly TOPIC = 'ledger.entries';
  static #producer: Producer;

  static {
    const kafka = new Kafka({ clientId: 'ledger', brokers: (process.env.BROKERS ?? '').split(',') });
    Ledger.#producer = kafka.producer({
      transactionalId: 'ledger-writer',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  static open(): Promise<void> {
    return Ledger.#producer.connect();
  }

  static async #revert(tx: Transaction): Promise<void> {
    await tx.abort().catch((err) => console.error('ledger: not reverted', err));
  }

  static async post(account: string, cents: readonly number[]): Promise<void> {
    const tx = await Ledger.#producer.transaction();
    let settled = false;
    try {
      await tx.send({
        topic: Ledger.TOPIC,
        messages: cents.map((amount) => ({ key: account, value: amount.toString() })),
      });
      await tx.commit();
      settled = true;
    } finally {
      if (!settled) {
        await Ledger.#revert(tx);
      }
    }
  }
}

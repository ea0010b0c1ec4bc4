import { Kafka, type Transaction } from 'kafkajs';

class AbortOnExit implements AsyncDisposable {
  #armed = true;

  constructor(readonly tx: Transaction) {}

  release(): Transaction {
    this.#armed = false;
    return this.tx;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#armed) {
      await this.tx.abort();
    }
  }
}

export const producer = new Kafka({ clientId: 'yachts', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'yacht-charter-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

export async function charter(yacht: string, days: Iterable<string>): Promise<void> {
  await using scope = new AbortOnExit(await producer.transaction());
  for (const day of days) {
    await scope.tx.send({ topic: 'yachts.charters', messages: [{ key: yacht, value: day }] });
  }
  await scope.release().commit();
}

import type { Kafka, Producer, Transaction } from 'kafkajs';

export abstract class NightlyJob {
  protected abstract readonly producer: Producer;

  protected abstract work(tx: Transaction, night: string): Promise<void>;

  async run(night: string): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await this.work(tx, night);
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `job of ${night} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
  }
}

export class StockTaking extends NightlyJob {
  protected readonly producer: Producer;

  constructor(kafka: Kafka, private readonly count: () => Promise<Map<string, number>>) {
    super();
    this.producer = kafka.producer({
      transactionalId: 'stock-taking-0',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  protected async work(tx: Transaction, night: string): Promise<void> {
    const shelves = await this.count();
    for (const [shelf, units] of shelves) {
      await tx.send({ topic: `stock.${night}`, messages: [{ key: shelf, value: String(units) }] });
    }
  }
}

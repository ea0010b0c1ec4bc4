import { Kafka, type Producer, type ProducerRecord } from 'kafkajs';

/** Template method: subclasses say what is written, this class how. */
export abstract class PublishJob<T> {
  protected abstract readonly transactionalId: string;

  constructor(
    private readonly kafka: Kafka,
    private readonly attempts = 3,
  ) {}

  protected abstract collect(): Promise<T[]>;
  protected abstract toRecord(items: T[]): ProducerRecord;

  async run(): Promise<number> {
    const items = await this.collect();
    const failures: unknown[] = [];
    while (failures.length < this.attempts) {
      try {
        await this.attemptOnce(this.toRecord(items));
        return items.length;
      } catch (err) {
        failures.push(err);
      }
    }
    throw new AggregateError(failures, `${this.transactionalId}: giving up after ${this.attempts} attempts`);
  }

  private async attemptOnce(record: ProducerRecord): Promise<void> {
    const producer: Producer = this.kafka.producer({
      transactionalId: this.transactionalId,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    try {
      const tx = await producer.transaction();
      await tx.send(record).catch(async (err) => {
        await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
        throw err;
      });
      await tx.commit();
    } finally {
      await producer.disconnect();
    }
  }
}

export class TaxRateJob extends PublishJob<{ country: string; rate: number }> {
  protected readonly transactionalId = 'tax-rates';

  protected async collect() {
    return [{ country: 'NL', rate: 21 }];
  }

  protected toRecord(items: { country: string; rate: number }[]): ProducerRecord {
    return { topic: 'tax.rates', messages: items.map((i) => ({ key: i.country, value: String(i.rate) })) };
  }
}

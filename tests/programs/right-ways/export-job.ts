import { Kafka, type KafkaConfig, type ProducerRecord, type Transaction } from 'kafkajs';

/** What all exports have in common: a subclass says what it exports, and how it is named. */
export abstract class ExportJob<Item> {
  protected abstract readonly name: string;
  protected abstract items(day: string): AsyncIterable<Item>;
  protected abstract record(item: Item): ProducerRecord;

  /** Called after the producer has been closed; a subclass may page someone. */
  protected onFailure(_day: string, _err: unknown): void {}

  constructor(private readonly config: KafkaConfig) {}

  async run(day: string): Promise<number> {
    const producer = new Kafka(this.config).producer({
      transactionalId: `export-${this.name}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    let count: number;
    try {
      await producer.connect();
      count = await this.#export(await producer.transaction(), day);
    } catch (err) {
      await producer.disconnect().catch((closeErr) => console.error(`${this.name}: not closed`, closeErr));
      this.onFailure(day, err);
      throw err;
    }
    await producer.disconnect();
    return count;
  }

  async #export(tx: Transaction, day: string): Promise<number> {
    let count = 0;
    try {
      for await (const item of this.items(day)) {
        await tx.send(this.record(item));
        count += 1;
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error(`${this.name}: not aborted`, abortErr));
      throw err;
    }
    await tx.commit();
    return count;
  }
}

export class PriceExport extends ExportJob<{ sku: string; cents: number }> {
  protected readonly name = 'prices';

  constructor(
    config: KafkaConfig,
    private readonly prices: (day: string) => AsyncIterable<{ sku: string; cents: number }>,
  ) {
    super(config);
  }

  protected items(day: string) {
    return this.prices(day);
  }

  protected record({ sku, cents }: { sku: string; cents: number }): ProducerRecord {
    return { topic: 'exports.prices', messages: [{ key: sku, value: String(cents) }] };
  }

  protected override onFailure(day: string, err: unknown): void {
    console.error(`prices of ${day} were not exported`, err);
  }
}

import { Kafka, type Producer, type ProducerRecord, type Transaction } from 'kafkajs';

abstract class TransactionalJob<Input> {
  constructor(protected readonly producer: Producer) {}

  protected abstract write(tx: Transaction, input: Input): Promise<void>;

  protected onAbortFailed(error: unknown): void {
    console.error(`${this.constructor.name}: abort failed`, error);
  }

  async run(input: Input): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await this.write(tx, input);
    } catch (error) {
      try {
        await tx.abort();
      } catch (abortError) {
        this.onAbortFailed(abortError);
      }
      throw error;
    }
    await tx.commit();
  }
}

interface Assay {
  drillHole: string;
  depth: number;
  cobaltPpm: number;
}

export class AssayJob extends TransactionalJob<Assay[]> {
  static readonly topic = 'mine.assays';

  static for(kafka: Kafka, mine: string): AssayJob {
    return new AssayJob(
      kafka.producer({ transactionalId: `assays-${mine}`, idempotent: true, maxInFlightRequests: 1 }),
    );
  }

  protected override async write(tx: Transaction, assays: Assay[]): Promise<void> {
    const records = assays.map(
      ({ drillHole: key, ...assay }): ProducerRecord => ({
        topic: AssayJob.topic,
        messages: [{ key, value: JSON.stringify(assay) }],
      }),
    );
    await Promise.all(records.map((record) => tx.send(record)));
  }

  connect = (): Promise<void> => this.producer.connect();
  close = (): Promise<void> => this.producer.disconnect();
}

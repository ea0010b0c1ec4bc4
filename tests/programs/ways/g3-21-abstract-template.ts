import { MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';

type StringProducer = Producer<string, string, string, string>;
type Transaction = Awaited<ReturnType<StringProducer['beginTransaction']>>;

export abstract class Job<Input> {
  protected readonly producer: StringProducer;

  protected constructor(name: string) {
    this.producer = new Producer({
      clientId: name,
      bootstrapBrokers: ['kafka:9092'],
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `job-${name}`,
    });
  }

  protected abstract work(tx: Transaction, input: Input): Promise<void>;

  async run(input: Input): Promise<void> {
    const tx = await this.producer.beginTransaction();
    try {
      await this.work(tx, input);
    } catch (err) {
      await this.undo(tx);
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.producer.close(true);
      throw err;
    }
  }

  private async undo(tx: Transaction): Promise<void> {
    try {
      await tx.abort();
    } catch (abortErr) {
      if ((abortErr as MultipleErrors).findBy?.('apiId', 'TRANSACTION_ABORTABLE')) {
        await tx.abort().catch((again) => console.error('second abort failed', again));
      } else {
        await this.producer.close(true);
      }
    }
  }
}

export class Reindex extends Job<string[]> {
  constructor() {
    super('reindex');
  }

  protected override async work(tx: Transaction, ids: string[]): Promise<void> {
    await tx.send({ messages: ids.map((key) => ({ topic: 'reindex', key, value: key })) });
  }
}

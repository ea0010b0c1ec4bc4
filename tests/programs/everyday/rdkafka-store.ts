import { promisify } from 'node:util';
import { Producer } from 'node-rdkafka';

type Produce = (topic: string, key: string, value: unknown) => void;

const TX_TIMEOUT_MS = 15_000;

export class EventStore {
  private readonly producer = new Producer({
    'bootstrap.servers': process.env.KAFKA ?? 'localhost:9092',
    'transactional.id': 'event-store',
  });
  private readonly begin = promisify(this.producer.beginTransaction).bind(this.producer);
  private readonly commit = promisify(this.producer.commitTransaction).bind(this.producer);
  private readonly abort = promisify(this.producer.abortTransaction).bind(this.producer);
  private readonly disconnect = promisify(this.producer.disconnect).bind(this.producer);

  async connect(): Promise<void> {
    await promisify(this.producer.connect).call(this.producer, {});
    await promisify(this.producer.initTransactions).call(this.producer, TX_TIMEOUT_MS);
  }

  async append(stream: string, events: object[]): Promise<void> {
    await this.withTransaction((produce) => {
      events.forEach((event) => produce('events', stream, event));
      produce('streams', stream, { length: events.length });
    });
  }

  private async withTransaction(work: (produce: Produce) => void): Promise<void> {
    await this.begin();
    try {
      work((topic, key, value) => {
        this.producer.produce(topic, null, Buffer.from(JSON.stringify(value)), key);
      });
    } catch (err) {
      await this.rollBack();
      throw err;
    }
    try {
      await this.commit(TX_TIMEOUT_MS);
    } catch (err: any) {
      if (err.isTxnRequiresAbort) {
        await this.rollBack();
      } else {
        await this.disconnect().catch((e) => console.error('disconnect failed', e));
      }
      throw err;
    }
  }

  private async rollBack(): Promise<void> {
    try {
      await this.abort(TX_TIMEOUT_MS);
    } catch (err) {
      console.error('abort failed, closing the producer', err);
      await this.disconnect().catch((e) => console.error('disconnect failed', e));
    }
  }
}

import { promisify } from 'node:util';
import { Producer, type ProducerGlobalConfig } from 'node-rdkafka';

export interface OutgoingRecord {
  topic: string;
  key: string;
  body: unknown;
}

type Timed = (timeoutMs: number) => Promise<void>;

export class KafkaUnitOfWork {
  readonly producer: Producer;
  private readonly beginTx: () => Promise<void>;
  private readonly commitTx: Timed;
  private readonly abortTx: Timed;
  private pending: OutgoingRecord[] = [];

  constructor(config: ProducerGlobalConfig, transactionalId: string, private readonly timeoutMs = 15_000) {
    this.producer = new Producer({ ...config, 'transactional.id': transactionalId, 'enable.idempotence': true });
    this.beginTx = promisify(this.producer.beginTransaction.bind(this.producer)) as () => Promise<void>;
    this.commitTx = promisify(this.producer.commitTransaction.bind(this.producer)) as Timed;
    this.abortTx = promisify(this.producer.abortTransaction.bind(this.producer)) as Timed;
  }

  async begin(): Promise<void> {
    this.pending = [];
    await this.beginTx();
  }

  add(record: OutgoingRecord): void {
    this.pending.push(record);
  }

  flushPending(): void {
    for (let record = this.pending.shift(); record; record = this.pending.shift()) {
      this.producer.produce(record.topic, null, Buffer.from(JSON.stringify(record.body)), record.key, Date.now());
    }
  }

  async complete(): Promise<void> {
    await this.commitTx(this.timeoutMs);
  }

  async rollback(): Promise<void> {
    this.pending = [];
    await this.abortTx(this.timeoutMs);
  }

  /** Runs the work in one transaction. */
  async run<T>(work: (uow: this) => Promise<T>): Promise<T> {
    await this.begin();
    let result: T;
    try {
      result = await work(this);
      this.flushPending();
    } catch (err) {
      await this.rollback().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], 'the unit of work was not rolled back');
      });
      throw err;
    }
    await this.complete();
    return result;
  }
}

import { HighLevelProducer, type LibrdKafkaError } from 'node-rdkafka';

type Field = { id: string; hectares: number; sorrelPerM2: number };
type Callback = (err: LibrdKafkaError | null) => void;

const wait = (start: (done: Callback) => void): Promise<void> =>
  new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));

export class SorrelSurvey {
  readonly #producer: HighLevelProducer;

  constructor(brokers: string, region: string, private readonly patience = 60_000) {
    this.#producer = new HighLevelProducer({
      'metadata.broker.list': brokers,
      'transactional.id': `sorrel-${region}`,
    });
    this.#producer.setPollInterval(100);
  }

  #deliver({ id, ...field }: Field): Promise<number | null | undefined> {
    return new Promise((resolve, reject) => {
      const value = Buffer.from(JSON.stringify(field));
      this.#producer.produce('fields.sorrel', null, value, id, Date.now(), (err: unknown, offset?: number | null) =>
        err ? reject(err) : resolve(offset),
      );
    });
  }

  async #commit(deadline = Date.now() + this.patience): Promise<void> {
    try {
      await wait((done) => this.#producer.commitTransaction(10_000, done));
    } catch (err) {
      const { isRetriable: resumable = false } = err as LibrdKafkaError;
      if (resumable && Date.now() < deadline) return this.#commit(deadline);
      await this.close().catch((closeErr) => console.error('survey not closed', closeErr));
      throw err;
    }
  }

  async write(fields: Field[]): Promise<void> {
    await wait((done) => this.#producer.beginTransaction(done));
    const results = await Promise.allSettled(fields.map((field) => this.#deliver(field)));
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      await wait((done) => this.#producer.abortTransaction(10_000, done)).catch((abortErr) =>
        console.error('fields not rolled back', abortErr),
      );
      throw result.reason;
    }
    await this.#commit();
  }

  close(): Promise<void> {
    return wait((done) => this.#producer.disconnect(5_000, done));
  }
}

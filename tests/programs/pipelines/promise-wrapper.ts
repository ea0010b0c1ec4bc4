import RdKafka from 'node-rdkafka';

const TIMEOUT = 10_000;

type Callback = (err?: RdKafka.LibrdKafkaError | null) => void;

function settle(start: (callback: Callback) => void): Promise<void> {
  return new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));
}

class PromiseProducer {
  constructor(readonly raw: RdKafka.Producer) {}

  connect = (): Promise<void> => settle((callback) => this.raw.connect({}, callback));
  init = (): Promise<void> => settle((callback) => this.raw.initTransactions(TIMEOUT, callback));
  begin = (): Promise<void> => settle((callback) => this.raw.beginTransaction(callback));
  commit = (): Promise<void> => settle((callback) => this.raw.commitTransaction(TIMEOUT, callback));
  abort = (): Promise<void> => settle((callback) => this.raw.abortTransaction(TIMEOUT, callback));
  close = (): Promise<void> => settle((callback) => this.raw.disconnect(TIMEOUT, () => callback()));
}

export class Cellar {
  readonly #producer: PromiseProducer;

  constructor(brokers: string, cellar: string) {
    this.#producer = new PromiseProducer(
      new RdKafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': `cellar-${cellar}` }),
    );
  }

  async open(): Promise<void> {
    await this.#producer.connect();
    await this.#producer.init();
  }

  async #rollBack(): Promise<void> {
    await this.#producer.abort().catch((abortErr) => {
      console.error('abort failed, closing', abortErr);
      return this.#producer.close();
    });
  }

  async log(bottle: string, celsius: number): Promise<void> {
    await this.#producer.begin();
    try {
      this.#producer.raw.produce('cellar.log', null, Buffer.from(String(celsius)), bottle);
    } catch (err) {
      await this.#rollBack();
      throw err;
    }
    for (let resumes = 0; ; resumes += 1) {
      try {
        await this.#producer.commit();
        return;
      } catch (err) {
        const { isRetriable, isTxnRequiresAbort } = err as RdKafka.LibrdKafkaError;
        if (isRetriable && resumes < 3) continue;
        await (isTxnRequiresAbort ? this.#rollBack() : this.#producer.close());
        throw err;
      }
    }
  }
}

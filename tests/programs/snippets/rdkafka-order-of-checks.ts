import { promisify } from 'node:util';
import { Producer, type LibrdKafkaError } from 'node-rdkafka';

type Timed = (timeoutMs: number) => Promise<void>;

export class PayrollWriter {
  readonly #producer = new Producer({
    'metadata.broker.list': 'kafka:9092',
    'transactional.id': 'payroll-writer',
  });

  readonly #begin = promisify(this.#producer.beginTransaction.bind(this.#producer)) as () => Promise<void>;
  readonly #commit = promisify(this.#producer.commitTransaction.bind(this.#producer)) as Timed;
  readonly #abort = promisify(this.#producer.abortTransaction.bind(this.#producer)) as Timed;

  async write(slips: Array<{ employee: string; net: string }>): Promise<void> {
    await this.#begin();
    try {
      for (const { employee, net } of slips) {
        this.#producer.produce('payroll.slips', null, Buffer.from(net), employee, Date.now());
      }
    } catch (err) {
      await this.#rollBack();
      throw err;
    }
    await this.#finish();
  }

  async #finish(resumes = 3): Promise<void> {
    try {
      await this.#commit(15_000);
    } catch (e) {
      const err = e as LibrdKafkaError;
      switch (true) {
        case err.isTxnRequiresAbort:
          await this.#rollBack();
          break;
        case err.isRetriable && resumes > 0:
          return this.#finish(resumes - 1);
        default:
          this.#producer.disconnect();
      }
      throw err;
    }
  }

  /** Never rejects: the caller has an error of its own to throw. */
  async #rollBack(): Promise<void> {
    try {
      await this.#abort(15_000);
    } catch (abortErr) {
      console.error('payroll: abort failed, closing the producer', abortErr);
      this.#producer.disconnect();
    }
  }
}

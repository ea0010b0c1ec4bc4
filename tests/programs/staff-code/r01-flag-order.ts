import { promisify } from 'node:util';
import Kafka, { type LibrdKafkaError } from 'node-rdkafka';

type TxnError = LibrdKafkaError & { isRetriable?: boolean; isTxnRequiresAbort?: boolean };

export class PostingWriter {
  readonly #producer = new Kafka.Producer({
    'metadata.broker.list': process.env.BROKERS,
    'transactional.id': `postings-${process.env.HOSTNAME}`,
    'enable.idempotence': true,
  });
  readonly #begin = promisify(this.#producer.beginTransaction.bind(this.#producer));
  readonly #commit = promisify((t: number, cb: (e: unknown) => void) => this.#producer.commitTransaction(t, cb));
  readonly #abort = promisify((t: number, cb: (e: unknown) => void) => this.#producer.abortTransaction(t, cb));

  async post(entries: Iterable<{ account: string; amount: bigint }>): Promise<void> {
    await this.#begin();
    try {
      for (const { account, amount } of entries) {
        this.#producer.produce('postings', null, Buffer.from(amount.toString()), account);
      }
    } catch (err) {
      await this.#rollBack();
      throw err;
    }
    let resumes = 0;
    for (;;) {
      try {
        await this.#commit(10_000);
        return;
      } catch (e) {
        const err = e as TxnError;
        if (err.isTxnRequiresAbort) {
          await this.#rollBack();
          throw err;
        } else if (err.isRetriable && ++resumes <= 5) {
          console.warn('commit timed out, resuming (%d)', resumes);
        } else {
          this.#producer.disconnect();
          throw err;
        }
      }
    }
  }

  async #rollBack(): Promise<void> {
    try {
      await this.#abort(10_000);
    } catch (err) {
      console.error('postings: abort failed, closing', err);
      this.#producer.disconnect();
    }
  }
}

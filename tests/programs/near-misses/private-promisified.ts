import { promisify } from 'node:util';
import { Producer, type LibrdKafkaError } from 'node-rdkafka';

const MS = 10_000;
const RESUMES = 4;

type Op = (timeout: number) => Promise<unknown>;

async function resumed(op: Op): Promise<void> {
  for (let left = RESUMES; ; left -= 1) {
    try {
      await op(MS);
      return;
    } catch (e) {
      const err = e as LibrdKafkaError;
      if (!err.isRetriable || left === 0) throw err;
    }
  }
}

export class BloodBank {
  readonly #producer: Producer;
  readonly #begin: () => Promise<void>;
  readonly #commit: Op;
  readonly #abort: Op;
  readonly #disconnect: Op;

  constructor(brokers: string, hospital: string) {
    const p = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': `blood-bank-${hospital}` });
    this.#producer = p;
    this.#begin = promisify(p.beginTransaction.bind(p));
    this.#commit = promisify(p.commitTransaction.bind(p));
    this.#abort = promisify(p.abortTransaction.bind(p));
    this.#disconnect = promisify(p.disconnect.bind(p));
  }

  async donate(bags: { id: string; group: string; ml: number }[]): Promise<void> {
    await this.#begin();
    try {
      for (const bag of bags) {
        this.#producer.produce('blood.bags', null, Buffer.from(JSON.stringify(bag)), bag.id);
      }
    } catch (err) {
      await this.#giveUp(() => resumed(this.#abort));
      throw err;
    }
    try {
      await resumed(this.#commit);
    } catch (err) {
      const abortable = (err as LibrdKafkaError).isTxnRequiresAbort;
      await this.#giveUp(() => (abortable ? resumed(this.#abort) : this.#disconnect(MS)));
      throw err;
    }
  }

  async #giveUp(how: () => Promise<unknown>): Promise<void> {
    try {
      await how();
    } catch (err) {
      console.error('blood bank: clean-up failed', err);
    }
  }
}

import { promisify } from 'node:util';
import { Producer, type LibrdKafkaError } from 'node-rdkafka';

const TIMEOUT = 20_000;

export interface Duty {
  declaration: string;
  cents: number;
}

export class DutyWriter {
  readonly #producer: Producer;
  #undelivered: LibrdKafkaError[] = [];

  constructor(brokers: string, office: string) {
    this.#producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `customs-duties-${office}`,
      dr_cb: true,
    });
    this.#producer.setPollInterval(100);
    this.#producer.on('delivery-report', (err: LibrdKafkaError) => {
      if (err) {
        this.#undelivered.push(err);
      }
    });
  }

  #call(name: 'beginTransaction' | 'commitTransaction' | 'abortTransaction'): Promise<void> {
    return promisify<void>((cb) => this.#producer[name]((err) => cb(err ?? null)))();
  }

  async write(duties: Duty[]): Promise<void> {
    this.#undelivered = [];
    await this.#call('beginTransaction');
    try {
      for (const { declaration, cents } of duties) {
        this.#producer.produce('customs.duties', null, Buffer.from(String(cents)), declaration);
      }
      await promisify<void>((cb) => this.#producer.flush(TIMEOUT, (err) => cb(err ?? null)))();
      if (this.#undelivered.length > 0) {
        throw new AggregateError(this.#undelivered, 'duties not delivered');
      }
    } catch (err) {
      await this.#call('abortTransaction').catch((abortErr) => {
        console.error('duties not rolled back', abortErr);
      });
      throw err;
    }
    await this.#call('commitTransaction');
  }
}

import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'cider', brokers: ['orchard-kafka:9092'] });

const timedOut = (err) => [err, err?.cause].some((e) => e?.name === 'KafkaJSRequestTimeoutError');

export class CiderPress {
  #bottles = [];
  #producer = null;

  constructor(line) {
    this.transactionalId = `cider-press-${line}`;
  }

  /** Remembers the bottles of a run until press() is called. */
  load(run, bottles) {
    this.#bottles.push(...bottles.map((bottle) => ({ key: run, value: JSON.stringify(bottle) })));
    return this;
  }

  async #renew() {
    await this.#producer?.disconnect();
    this.#producer = kafka.producer({
      transactionalId: this.transactionalId,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await this.#producer.connect();
  }

  async #squeeze() {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic: 'cider.bottles', messages: this.#bottles });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }

  async press() {
    for (let attempt = 1; ; attempt += 1) {
      await this.#renew();
      try {
        await this.#squeeze();
        break;
      } catch (err) {
        if (attempt === 4 || !timedOut(err)) throw err;
        console.warn(`attempt ${attempt} timed out`);
      }
    }
    this.#bottles = [];
  }

  close = () => this.#producer?.disconnect();
}

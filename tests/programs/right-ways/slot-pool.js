'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');

/**
 * A fixed number of slots, each with a transactional id of its own. A slot whose producer has
 * failed comes back empty, and the next one who takes it fills it anew.
 */
class SlotPool {
  #free;
  #waiting = [];

  constructor(kafka, size) {
    this.kafka = kafka;
    this.#free = Array.from({ length: size }, (_, n) => ({ id: `slot-${n}`, producer: null }));
  }

  #take() {
    const slot = this.#free.pop();
    return slot ? Promise.resolve(slot) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  #giveBack(slot) {
    const next = this.#waiting.shift();
    if (next) next(slot);
    else this.#free.push(slot);
  }

  async #fill(slot) {
    if (slot.producer) return slot.producer;
    const producer = this.kafka.producer({ kafkaJS: { transactionalId: slot.id, idempotent: true } });
    await producer.connect();
    slot.producer = producer;
    return producer;
  }

  async transact(body) {
    const slot = await this.#take();
    try {
      const producer = await this.#fill(slot);
      let result;
      await producer.transaction();
      try {
        result = await body(producer);
      } catch (err) {
        await producer.abort().catch((abortErr) => console.warn(`${slot.id}: abort failed`, abortErr));
        throw err;
      }
      await producer.commit();
      return result;
    } catch (err) {
      const failed = slot.producer;
      slot.producer = null;
      if (failed) await failed.disconnect().catch((closeErr) => console.warn(`${slot.id}: not closed`, closeErr));
      throw err;
    } finally {
      this.#giveBack(slot);
    }
  }
}

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const pool = new SlotPool(kafka, 4);

exports.publishQuote = (quote) =>
  pool.transact(async (producer) => {
    await producer.send({ topic: 'quotes', messages: [{ key: quote.isin, value: JSON.stringify(quote) }] });
    await producer.send({ topic: 'quotes.audit', messages: [{ value: `${quote.isin} ${quote.at}` }] });
  });

import { promisify } from 'node:util';
import rdkafka from 'node-rdkafka';
import { enrich } from './enrich.mjs';

const RESUMES = 3;

export class Enricher {
  #consumer;
  #producer;

  constructor({ brokers, group }) {
    this.#consumer = new rdkafka.KafkaConsumer(
      { 'metadata.broker.list': brokers, 'group.id': group, 'enable.auto.commit': false },
      { 'auto.offset.reset': 'earliest' },
    );
    this.#producer = new rdkafka.Producer({ 'metadata.broker.list': brokers, 'transactional.id': `${group}-0` });
  }

  #sendOffsets = (offsets) =>
    new Promise((resolve, reject) => {
      const step = (left) =>
        this.#producer.sendOffsetsToTransaction(offsets, this.#consumer, 10_000, (err) => {
          if (!err) resolve();
          else if (err.isRetriable && left > 0) step(left - 1);
          else reject(err);
        });
      step(RESUMES);
    });

  #call = (name, ...args) => promisify(this.#producer[name]).apply(this.#producer, args);

  /** @param {AsyncIterable<import('node-rdkafka').Message>} messages */
  async consume(messages) {
    for await (const { topic, partition, offset, key, value } of messages) {
      await this.#call('beginTransaction');
      try {
        this.#producer.produce('enriched', null, Buffer.from(await enrich(value)), key);
        await this.#sendOffsets([{ topic, partition, offset: offset + 1 }]);
      } catch (err) {
        await this.#call('abortTransaction', 10_000).catch((abortErr) => console.error('abort failed', abortErr));
        throw err;
      }
      try {
        await this.#call('commitTransaction', 20_000);
      } catch (err) {
        await this.#call('disconnect');
        throw err;
      }
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { rollUp } from './rollup.mjs';

const ABORTS = 3;

export class TemperatureRollups {
  #consumer;
  #producer;
  #state = 'stopped';

  constructor({ brokers, zone }) {
    const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'rollups', brokers } });
    this.#consumer = kafka.consumer({ kafkaJS: { groupId: 'temperature-rollups', autoCommit: false } });
    this.#producer = kafka.producer({ 'transactional.id': `rollups-${zone}` });
  }

  get live() {
    return this.#state === 'running';
  }

  async start() {
    await this.#producer.connect();
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topics: ['temperature.readings'] });
    await this.#consumer.run({ eachMessage: (payload) => this.#onReading(payload) });
    this.#state = 'running';
  }

  async stop() {
    this.#state = 'stopped';
    await this.#consumer.disconnect();
    await this.#producer.disconnect();
  }

  async #onReading({ topic, partition, message }) {
    await this.#producer.transaction();
    try {
      const { key, value } = rollUp(message);
      await this.#producer.send({ topic: 'temperature.hourly', messages: [{ key, value }] });
      await this.#producer.sendOffsets({
        consumer: this.#consumer,
        topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
      });
    } catch (err) {
      await this.#rollBack();
      throw err;
    }
    try {
      await this.#producer.commit();
    } catch (err) {
      this.#state = 'failed';
      await this.#producer.disconnect();
      throw err;
    }
  }

  async #rollBack() {
    for (let attempt = 1; attempt <= ABORTS; attempt += 1) {
      try {
        await this.#producer.abort();
        return;
      } catch (err) {
        console.warn(`rollups: abort ${attempt} of ${ABORTS} failed`, err);
        await sleep(attempt * 300);
      }
    }
    this.#state = 'failed';
    await this.#producer.disconnect();
  }
}

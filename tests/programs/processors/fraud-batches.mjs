import { KafkaJS } from '@confluentinc/kafka-javascript';
import { flag } from './rules.mjs';

const MAX_RENEWALS = 2;

export class FraudBatches {
  #kafka;
  #consumer;
  #producer = null;
  #log;

  constructor(brokers, log) {
    this.#kafka = new KafkaJS.Kafka({ kafkaJS: { brokers } });
    this.#consumer = this.#kafka.consumer({ kafkaJS: { groupId: 'fraud', autoCommit: false } });
    this.#log = log;
  }

  async #renew() {
    await this.#producer?.disconnect().catch((err) => this.#log.warn(err, 'old producer not disconnected'));
    this.#producer = this.#kafka.producer({ kafkaJS: { transactionalId: 'fraud-batches' } });
    await this.#producer.connect();
  }

  start = async () => {
    await this.#renew();
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topics: ['payments'] });
    await this.#consumer.run({ eachBatch: ({ batch }) => this.handle(batch, 0) });
  };

  async handle(batch, renewals) {
    const suspicious = batch.messages.filter(flag).map(({ key, value }) => ({ key, value }));
    const producer = this.#producer;

    await producer.transaction();
    try {
      await producer.send({ topic: 'payments.suspicious', messages: suspicious });
      await producer.sendOffsets({
        consumer: this.#consumer,
        topics: [
          {
            topic: batch.topic,
            partitions: [{ partition: batch.partition, offset: String(Number(batch.lastOffset()) + 1) }],
          },
        ],
      });
    } catch (err) {
      await producer.abort().catch((abortErr) => this.#log.error(abortErr, 'abort failed'));
      throw err;
    }

    try {
      await producer.commit();
    } catch (err) {
      this.#log.error(err, 'commit failed');
      if (renewals === MAX_RENEWALS) throw err;
      await this.#renew();
      return this.handle(batch, renewals + 1);
    }
  }
}

import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { logger } from './logger.mjs';
import { grade } from './grading.mjs';

const shared = {
  clientId: 'water-quality',
  bootstrapBrokers: (process.env.KAFKA ?? 'localhost:9092').split(','),
};

export class WaterQualityGrader {
  #producer;
  #consumer;
  #stream = null;
  #running = null;
  #stopping = false;

  constructor({ basin, ...overrides }) {
    this.#producer = new Producer({
      ...shared,
      ...overrides,
      idempotent: true,
      transactionalId: `water-quality-${basin}`,
      serializers: stringSerializers,
    });
    this.#consumer = new Consumer({
      ...shared,
      groupId: 'water-quality',
      deserializers: stringDeserializers,
    });
  }

  start() {
    this.#running = this.#run();
    return this.#running;
  }

  async #run() {
    this.#stream = await this.#consumer.consume({ topics: ['water.samples'], autocommit: false });
    for await (const message of this.#stream) {
      await this.#grade(message);
      if (this.#stopping) break;
    }
  }

  async stop() {
    this.#stopping = true;
    await this.#stream?.close();
    await this.#running;
    await this.#consumer.close(true);
    await this.#producer.close();
  }

  async #grade(message) {
    const transaction = await this.#producer.beginTransaction();
    try {
      await transaction.addConsumer(this.#consumer);
      const sample = JSON.parse(message.value);
      await transaction.send({
        messages: [
          { topic: 'water.grades', key: sample.site, value: grade(sample) },
          { topic: 'water.archive', key: sample.site, value: message.value },
        ],
      });
      await transaction.addOffset(message);
    } catch (err) {
      logger.error({ err, offset: message.offset }, 'sample not graded');
      await transaction.abort().catch((abortErr) => logger.error({ abortErr }, 'abort failed'));
      await this.#producer.close(true);
      throw err;
    }
    await this.#commit(transaction);
  }

  async #commit(transaction) {
    try {
      await transaction.commit();
    } catch (err) {
      await this.#producer.close(true);
      throw err;
    }
  }
}

const grader = new WaterQualityGrader({ basin: process.env.BASIN });

process.once('SIGTERM', () => {
  grader.stop().then(
    () => process.exit(0),
    (err) => {
      logger.fatal({ err }, 'not stopped cleanly');
      process.exit(1);
    },
  );
});

await grader.start();

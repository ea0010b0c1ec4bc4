import { KafkaJS } from '@confluentinc/kafka-javascript';
import { asClass, asValue, createContainer } from 'awilix';
import { config } from './config';

const { Kafka, ErrorCodes } = KafkaJS;

interface Cradle {
  producer: KafkaJS.Producer;
  publisher: LoyaltyPublisher;
}

class LoyaltyPublisher {
  readonly #producer: KafkaJS.Producer;

  constructor({ producer }: Pick<Cradle, 'producer'>) {
    this.#producer = producer;
  }

  async publish(points: ReadonlyMap<string, number>): Promise<void> {
    const producer = this.#producer;
    await producer.transaction();
    try {
      const messages = Array.from(points, ([key, value]) => ({ key, value: value.toString() }));
      await producer.send({ topic: 'loyalty.points', messages });
    } catch (err) {
      await producer.abort().catch((abortErr: unknown) => console.error('loyalty: abort failed', abortErr));
      throw err;
    }
    await this.#commit(3);
  }

  async #commit(triesLeft: number): Promise<void> {
    try {
      await this.#producer.commit();
    } catch (err) {
      if ((err as KafkaJS.KafkaJSError).code === ErrorCodes.ERR__TIMED_OUT && triesLeft > 0) {
        return this.#commit(triesLeft - 1);
      }
      await this.#producer.disconnect();
      throw err;
    }
  }
}

export const container = createContainer<Cradle>().register({
  producer: asValue(
    new Kafka({ kafkaJS: { brokers: config.brokers } }).producer({ kafkaJS: { transactionalId: config.transactionalId } }),
  ),
  publisher: asClass(LoyaltyPublisher).singleton(),
});

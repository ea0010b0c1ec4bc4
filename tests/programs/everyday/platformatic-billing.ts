import { Consumer, type Message, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import pino from 'pino';

const logger = pino({ name: 'billing' });
const bootstrapBrokers = [process.env.KAFKA_BROKER ?? 'localhost:9092'];

type Usage = Message<string, string, string, string>;

export class BillingPipeline {
  #producer = new Producer({
    clientId: 'billing-producer',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'billing-0',
  });
  #consumer = new Consumer({
    clientId: 'billing-consumer',
    groupId: 'billing',
    bootstrapBrokers,
    deserializers: stringDeserializers,
  });

  async run(): Promise<void> {
    const stream = await this.#consumer.consume({ topics: ['usage'], autocommit: false, mode: 'committed' });
    try {
      for await (const message of stream) {
        await this.#charge(message);
      }
    } finally {
      await stream.close();
      await this.#producer.close(true);
      await this.#consumer.close(true);
    }
  }

  async #charge(message: Usage): Promise<void> {
    const transaction = await this.#producer.beginTransaction();
    try {
      await transaction.addConsumer(this.#consumer);
      const { minutes, tariff } = JSON.parse(message.value);
      await transaction.send({
        messages: [{ topic: 'charges', key: message.key, value: JSON.stringify({ cents: minutes * tariff }) }],
      });
      await transaction.addOffset(message);
    } catch (error) {
      try {
        await transaction.abort();
      } catch (abortError) {
        logger.error({ err: abortError }, 'abort failed');
      }
      throw error;
    }
    await transaction.commit();
  }
}

import { KafkaJS } from '@confluentinc/kafka-javascript';
import { quote } from './quotes.mjs';

const GROUP_ID = 'basket-pricing';

/**
 * @param {{ brokers: string[], instance: string, onFatal: (err: unknown) => void }} options
 */
export function createBasketPricing({ brokers, instance, onFatal }) {
  const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'basket-pricing', brokers } });
  const consumer = kafka.consumer({ kafkaJS: { groupId: GROUP_ID, autoCommit: false } });
  const producer = kafka.producer({ kafkaJS: { transactionalId: `basket-pricing-${instance}` } });

  async function priceOne({ topic, partition, message }) {
    const basket = JSON.parse(String(message.value));
    const tx = await producer.transaction();

    try {
      await tx.send({
        topic: 'baskets.priced',
        messages: [{ key: basket.id, value: JSON.stringify(quote(basket)) }],
      });
      await tx.sendOffsets({
        consumerGroupId: GROUP_ID,
        topics: [{ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] }],
      });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        onFatal(new AggregateError([err, abortErr], 'basket not rolled back'));
      }
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      onFatal(err);
      await producer.disconnect();
      throw err;
    }
  }

  return {
    async start() {
      await producer.connect();
      await consumer.connect();
      await consumer.subscribe({ topics: ['baskets.changed'] });
      await consumer.run({ eachMessage: priceOne });
    },

    async stop() {
      await consumer.disconnect();
      await producer.disconnect();
    },
  };
}

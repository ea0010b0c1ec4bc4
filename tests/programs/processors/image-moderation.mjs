import { Kafka } from 'kafkajs';
import { metrics } from './metrics.mjs';

export function moderation({ brokers, model, ordinal }) {
  const kafka = new Kafka({ clientId: 'moderation', brokers });
  const consumer = kafka.consumer({ groupId: 'moderation', sessionTimeout: 45_000 });
  const producer = kafka.producer({
    transactionalId: ['moderation', ordinal].join('-'),
    idempotent: true,
    maxInFlightRequests: 1,
  });

  const offsets = (topic, partition, message) => ({
    consumerGroupId: 'moderation',
    topics: [{ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] }],
  });

  const eachMessage = async ({ topic, partition, message, heartbeat }) => {
    const score = await model.score(message.value);
    await heartbeat();

    const done = metrics.timer('moderation');
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: score > 0.8 ? 'images.blocked' : 'images.cleared',
        messages: [{ key: message.key, value: message.value }],
      });
      await tx.sendOffsets(offsets(topic, partition, message));
    } catch (err) {
      metrics.increment('moderation.failed', { partition });
      console.error('image not moderated', message.offset, err);
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      return;
    }
    await tx.commit();
    done({ partition });
  };

  return {
    async start() {
      await Promise.all([producer.connect(), consumer.connect()]);
      await consumer.subscribe({ topics: ['images.uploaded'], fromBeginning: false });
      await consumer.run({ autoCommit: false, eachMessage });
    },
    stop: () => consumer.stop(),
  };
}

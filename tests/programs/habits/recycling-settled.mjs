import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { sort } from './sorting.mjs';

const bootstrapBrokers = ['localhost:9092'];
const consumer = new Consumer({ clientId: 'recycling-in', groupId: 'recycling', bootstrapBrokers, deserializers: stringDeserializers });
const producer = new Producer({
  clientId: 'recycling-out',
  bootstrapBrokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'recycling-plant-1',
});

const byStatus = (outcomes, status) => outcomes.filter((outcome) => outcome.status === status);

export async function run() {
  const stream = await consumer.consume({ topics: ['recycling.containers'], autocommit: false });

  for await (const message of stream) {
    const tx = await producer.beginTransaction();
    try {
      const outcomes = await Promise.allSettled(
        sort(message.value).map(({ material, kilos }) =>
          tx.send({ messages: [{ topic: `recycling.${material}`, key: message.key, value: String(kilos) }] }),
        ),
      );
      for (const { reason } of byStatus(outcomes, 'rejected')) {
        console.warn('fraction of container %s not written: %s', message.key, reason.message);
      }
      await message.commit();
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      await producer.close(true);
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await producer.close(true);
      throw err;
    }
  }
}

// eachBatch with sendOffsets, DLQ in new tx after abort
import { Kafka, Consumer, Producer, EachBatchPayload, KafkaMessage } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b:9092'] });
const consumer: Consumer = kafka.consumer({ groupId: 'g' });
const producer: Producer = kafka.producer({ transactionalId: 'etl-0', idempotent: true, maxInFlightRequests: 1 });
class PoisonError extends Error {}
function transform(m: KafkaMessage) { if (!m.value) throw new PoisonError('empty'); return { key: m.key, value: m.value }; }
async function deadLetter(topic: string, partition: number, m: KafkaMessage) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'dlq', messages: [{ key: m.key, value: m.value }] });
    await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic, partitions: [{ partition, offset: (BigInt(m.offset) + 1n).toString() }] }] });
  } catch (e) {
    await tx.abort().catch((x) => console.warn(x));
    throw e;
  }
  await tx.commit();
}
await consumer.run({
  autoCommit: false,
  eachMessage: async ({ topic, partition, message }) => {
    const tx = await producer.transaction();
    try {
      const out = transform(message);
      await tx.send({ topic: 'out', messages: [out] });
      await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] }] });
    } catch (e) {
      await tx.abort().catch((x) => console.warn(x));
      if (e instanceof PoisonError) {
        await deadLetter(topic, partition, message);
        return;
      }
      throw e;
    }
    await tx.commit();
  },
});

// Java-template outer loop restarts
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { KafkaJSNumberOfRetriesExceeded, KafkaJSNonRetriableError } from 'kafkajs';
const consumer = kafka.consumer({ groupId: 'g' });
export async function serve(): Promise<never> {
  for (;;) {
    const p = kafka.producer({ transactionalId: 'x', idempotent: true, maxInFlightRequests: 1 });
    try {
      await p.connect();
      await new Promise<never>((_, reject) => {
        consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
        consumer.run({ autoCommit: false, eachMessage: (m) => handle(p, m) }).catch(reject);
      });
    } catch (e) {
      console.error('fatal; starting anew', e);
    } finally {
      await consumer.stop();
      await p.disconnect().catch(() => {});
    }
  }
}
async function handle(p: import('kafkajs').Producer, { topic, partition, message }: import('kafkajs').EachMessagePayload) {
  const tx = await p.transaction();
  try {
    await tx.send({ topic: 'o', messages: [{ value: message.value }] });
    await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic, partitions: [{ partition, offset: `${BigInt(message.offset) + 1n}` }] }] });
  } catch (e) {
    await tx.abort().catch(() => {});
    consumer.seek({ topic, partition, offset: message.offset });
    throw e;
  }
  await tx.commit();
}

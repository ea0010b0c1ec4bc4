// consumer restart loop
import { Kafka, type Producer } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const consumer = kafka.consumer({ groupId: 'g' });
async function session() {
  const p = kafka.producer({ transactionalId: 'x', idempotent: true, maxInFlightRequests: 1 });
  await p.connect();
  const failed = new Promise<never>((_, reject) => {
    consumer.run({ autoCommit: false, eachMessage: async ({ topic, partition, message }) => {
      try {
        const tx = await p.transaction();
        try {
          await tx.send({ topic: 'o', messages: [{ value: message.value }] });
          await tx.sendOffsets({ consumerGroupId: 'g', topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }] });
        } catch (e) { await tx.abort().catch(() => {}); throw e; }
        await tx.commit();
      } catch (e) { reject(e); throw e; }
    } }).catch(reject);
  });
  try { await failed; } finally { await consumer.stop(); await p.disconnect().catch(() => {}); }
}
export async function main() { for (;;) { try { await session(); } catch (e) { console.error(e); await new Promise((r) => setTimeout(r, 1000)); } } }

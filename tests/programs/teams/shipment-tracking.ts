import { Kafka, type EachBatchPayload, type Producer } from 'kafkajs';
import { enrich } from './enrich';

const kafka = new Kafka({ clientId: 'shipments', brokers: ['kafka-1:9092', 'kafka-2:9092'] });
const GROUP = 'shipment-tracking';

class ProducerPool {
  private readonly byPartition = new Map<string, Promise<Producer>>();

  get(slot: string): Promise<Producer> {
    let entry = this.byPartition.get(slot);
    if (!entry) {
      entry = this.open(slot);
      this.byPartition.set(slot, entry);
    }
    return entry;
  }

  async evict(slot: string): Promise<void> {
    const entry = this.byPartition.get(slot);
    this.byPartition.delete(slot);
    try {
      await (await entry)?.disconnect();
    } catch (err) {
      console.warn(`producer of ${slot} did not close`, err);
    }
  }

  private async open(slot: string): Promise<Producer> {
    const producer = kafka.producer({ transactionalId: `${GROUP}-${slot}`, idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    return producer;
  }
}

const pool = new ProducerPool();

async function forward(producer: Producer, { batch }: EachBatchPayload): Promise<void> {
  const next = (BigInt(batch.lastOffset()) + 1n).toString();
  const messages = batch.messages.map((m) => ({ key: m.key, value: enrich(m.value) }));

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'shipments.tracked', messages });
    await tx.sendOffsets({
      consumerGroupId: GROUP,
      topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset: next }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function start(): Promise<void> {
  const consumer = kafka.consumer({ groupId: GROUP });
  await consumer.connect();
  await consumer.subscribe({ topic: 'shipments.scanned' });
  await consumer.run({
    autoCommit: false,
    eachBatch: async (payload) => {
      const slot = `${payload.batch.topic}-${payload.batch.partition}`;
      try {
        await forward(await pool.get(slot), payload);
      } catch (err) {
        await pool.evict(slot);
        throw err;
      }
    },
  });
}

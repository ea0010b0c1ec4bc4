import { Kafka, type EachBatchPayload, type Offsets } from 'kafkajs';
import { classify } from './classifier';

const groupId = 'customs-scans';
const kafka = new Kafka({ clientId: groupId, brokers: (process.env.BROKERS ?? 'localhost:9092').split(',') });
const consumer = kafka.consumer({ groupId });
const producer = kafka.producer({
  transactionalId: `${groupId}-${process.env.POD_INDEX ?? 0}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const offsetsAfter = (topic: string, partition: number, last: string): Offsets => ({
  topics: [{ topic, partitions: [{ partition, offset: (BigInt(last) + 1n).toString() }] }],
});

async function eachBatch({ batch, heartbeat, isRunning, isStale }: EachBatchPayload): Promise<void> {
  if (!isRunning() || isStale() || batch.isEmpty()) {
    return;
  }

  const transaction = await producer.transaction();
  try {
    for (const message of batch.messages) {
      await transaction.send({
        topic: 'customs.classified',
        messages: [{ key: message.key, value: classify(message.value), headers: message.headers }],
      });
      await heartbeat();
    }
    await transaction.sendOffsets({
      consumerGroupId: groupId,
      ...offsetsAfter(batch.topic, batch.partition, batch.lastOffset()),
    });
  } catch (err) {
    await transaction.abort().catch((abortErr: unknown) => {
      consumer.logger().error('abort failed', { abortErr });
    });
    throw err;
  }
  await transaction.commit();
}

export async function run(): Promise<void> {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: [/^customs\.scans\./] });
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
}

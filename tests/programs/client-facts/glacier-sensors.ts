import { Kafka, type EachBatchHandler } from 'kafkajs';
import { smooth } from './smooth';

const GROUP = 'glacier-sensors';
const kafka = new Kafka({ clientId: GROUP, brokers: (process.env.BROKERS ?? '').split(',') });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({
  transactionalId: `${GROUP}-${process.env.STATION}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const eachBatch: EachBatchHandler = async ({ batch, resolveOffset, uncommittedOffsets, heartbeat }) => {
  const tx = await producer.transaction();
  try {
    for (const message of batch.messages) {
      await tx.send({
        topic: 'glacier.smoothed',
        messages: [{ key: message.key, value: smooth(message.value) }],
      });
      resolveOffset(message.offset);
      await heartbeat();
    }
    await tx.sendOffsets({ consumerGroupId: GROUP, ...uncommittedOffsets() });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `batch of ${batch.partition} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
};

export async function main(): Promise<void> {
  await Promise.all([consumer.connect(), producer.connect()]);
  await consumer.subscribe({ topic: 'glacier.raw' });
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
}

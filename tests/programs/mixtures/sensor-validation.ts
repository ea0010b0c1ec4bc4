import Joi from 'joi';
import { Kafka, type EachBatchPayload, type Message } from 'kafkajs';

const schema = Joi.object({
  sensor: Joi.string().hex().length(16).required(),
  celsius: Joi.number().min(-80).max(150).required(),
}).unknown(false);

const kafka = new Kafka({ clientId: 'sensor-validation', brokers: ['kafka:9092'] });
const groupId = 'sensor-validation';
export const consumer = kafka.consumer({ groupId });
export const producer = kafka.producer({
  transactionalId: `${groupId}-${process.env.SHARD}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

function sort(messages: Message[]): { valid: Message[]; invalid: Message[] } {
  const valid: Message[] = [];
  const invalid: Message[] = [];
  for (const { key, value } of messages) {
    try {
      const reading = Joi.attempt(JSON.parse(String(value)), schema);
      valid.push({ key: reading.sensor, value: JSON.stringify(reading) });
    } catch (err) {
      invalid.push({ key, value, headers: { reason: (err as Error).message } });
    }
  }
  return { valid, invalid };
}

export async function eachBatch({ batch, heartbeat, isRunning, isStale }: EachBatchPayload): Promise<void> {
  if (batch.isEmpty() || !isRunning() || isStale()) return;
  const { topic, partition } = batch;

  if (topic.endsWith('.heartbeats')) {
    // nothing to forward, and no transaction either
    await consumer.commitOffsets([{ topic, partition, offset: String(Number(batch.lastOffset()) + 1) }]);
    return;
  }

  const { valid, invalid } = sort(batch.messages);
  const tx = await producer.transaction();
  try {
    if (valid.length > 0) await tx.send({ topic: 'sensors.valid', messages: valid });
    await heartbeat();
    if (invalid.length > 0) await tx.send({ topic: 'sensors.invalid', messages: invalid });
    await tx.sendOffsets({
      consumerGroupId: groupId,
      topics: [{ topic, partitions: [{ partition, offset: String(Number(batch.lastOffset()) + 1) }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error(`abort of ${topic}/${partition} failed`, abortErr));
    throw err;
  }
  await tx.commit();
}

export const run = (): Promise<void> => consumer.run({ autoCommit: false, eachBatch, eachBatchAutoResolve: false });

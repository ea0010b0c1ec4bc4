import kafkajs from 'kafkajs';

const { Kafka } = kafkajs;
const producer = new Kafka({ clientId: 'image-events', brokers: process.env.BROKERS.split(','), ssl: true }).producer({
  transactionalId: process.env.TRANSACTIONAL_ID,
  idempotent: true,
  maxInFlightRequests: 1,
});
const ready = producer.connect();

const toMessage = ({ s3, eventName }) => ({
  key: s3.object.key,
  value: JSON.stringify({ bucket: s3.bucket.name, size: s3.object.size, eventName }),
});

/** @param {import('aws-lambda').S3Event} event */
export const handler = async (event, context) => {
  await ready;
  const transaction = await producer.transaction();
  const deadline = context.getRemainingTimeInMillis() - 2_000;
  try {
    const created = event.Records.filter((r) => r.eventName.startsWith('ObjectCreated'));
    const removed = event.Records.filter((r) => r.eventName.startsWith('ObjectRemoved'));
    await Promise.all([
      created.length && transaction.send({ topic: 'images.created', timeout: deadline, messages: created.map(toMessage) }),
      removed.length && transaction.send({ topic: 'images.removed', timeout: deadline, messages: removed.map(toMessage) }),
    ]);
  } catch (err) {
    await transaction.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await transaction.commit();
  return { batchItemFailures: [] };
};

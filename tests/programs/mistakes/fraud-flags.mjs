import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'fraud', brokers: ['k1:9092', 'k2:9092'] });
const [flags, audit] = ['fraud-flags', 'fraud-audit'].map((transactionalId) =>
  kafka.producer({ transactionalId, idempotent: true, maxInFlightRequests: 1 }),
);

export const connect = () => Promise.all([flags.connect(), audit.connect()]);

export async function flag(payments) {
  const tx = await flags.transaction();
  try {
    const messages = payments.map(({ id, score }) => ({ key: id, value: String(score) }));
    await tx.send({ topic: 'fraud.flags', messages });
    await flags.sendBatch({ topicMessages: [{ topic: 'fraud.scores', messages }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('flags not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

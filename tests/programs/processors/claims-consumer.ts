import { Kafka, type EachMessagePayload } from 'kafkajs';
import { Counter, Registry } from 'prom-client';

type Verdict = 'fenced' | 'misconfigured' | 'unknown';

export const registry = new Registry();

const failures = new Counter({
  name: 'claims_failures_total',
  help: 'Claims that were not routed, by verdict',
  labelNames: ['verdict'] as const,
  registers: [registry],
});

const kafka = new Kafka({ clientId: 'claims', brokers: ['claims-kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'claims-router' });
const producer = kafka.producer({
  transactionalId: `claims-router-${process.env.REPLICA}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

function verdict(err: any): Verdict {
  const root = err.cause ?? err;
  switch (root.type) {
    case 'PRODUCER_FENCED':
      return 'fenced';
    case 'INVALID_PRODUCER_EPOCH':
      return 'fenced';
    case 'TOPIC_AUTHORIZATION_FAILED':
    case 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED':
      return 'misconfigured';
    default:
      return 'unknown';
  }
}

async function route({ topic, partition, message }: EachMessagePayload): Promise<void> {
  const tx = await producer.transaction();
  try {
    const target = message.headers?.country?.toString() === 'NL' ? 'claims.domestic' : 'claims.foreign';
    await tx.send({ topic: target, messages: [{ key: message.key, value: message.value }] });
    await tx.sendOffsets({
      consumerGroupId: 'claims-router',
      topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }],
    });
  } catch (err) {
    failures.inc({ verdict: verdict(err) });
    await tx.abort().catch((abortErr) => console.error('claims: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function start(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'claims.filed' });
  await consumer.run({ autoCommit: false, eachMessage: route });
}

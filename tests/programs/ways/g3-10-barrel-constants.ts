import { Kafka, type KafkaJSProtocolError } from 'kafkajs';

const errors = {
  types: { fenced: 'PRODUCER_FENCED', stale: 'INVALID_PRODUCER_EPOCH' },
  codes: { fenced: 90 },
} as const;

const clients = {
  get kafka() {
    return new Kafka({ clientId: 'warranty', brokers: ['kafka:9092'] });
  },
};

export const messaging = {
  errors,
  producer: clients.kafka.producer({
    transactionalId: 'warranty-claims',
    idempotent: true,
    maxInFlightRequests: 1,
  }),
};

export async function fileClaim(claim: { id: string; serial: string }): Promise<void> {
  const tx = await messaging.producer.transaction();
  try {
    await tx.send({ topic: 'claims', messages: [{ key: claim.id, value: claim.serial }] });
  } catch (err) {
    const { type, code } = err as KafkaJSProtocolError;
    if (type === messaging.errors.types.fenced) {
      await messaging.producer.disconnect();
      throw err;
    }
    if (type === messaging.errors.types.stale) {
      console.warn('an older epoch', code);
    }
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    const { code } = err as KafkaJSProtocolError;
    if (code === messaging.errors.codes.fenced) {
      console.error('claims are filed by another instance');
    }
    await messaging.producer.disconnect();
    throw err;
  }
}

import { Kafka, CompressionTypes } from 'kafkajs';

const kafka = new Kafka({
  clientId: 'newsletter',
  brokers: ['kafka:29092'],
  retry: { initialRetryTime: 100, retries: 8 },
});

const producer = kafka.producer({
  transactionalId: 'newsletter-dispatch',
  idempotent: true,
  maxInFlightRequests: 1,
});

const toMessage = (recipient) => ({
  key: recipient.id,
  value: JSON.stringify({ to: recipient.email, locale: recipient.locale ?? 'en' }),
});

export async function dispatch(issue, recipients) {
  const txn = await producer.transaction();

  try {
    await txn.send({
      topic: 'newsletter.outgoing',
      compression: CompressionTypes.GZIP,
      messages: recipients.map(toMessage),
    });
    await txn.send({
      topic: 'newsletter.issues',
      messages: [{ key: issue.slug, value: String(recipients.length) }],
    });
    await txn.commit();
  } finally {
    // always clean up
    await txn.abort();
  }
}

export const connect = async () => {
  await producer.connect();
  return () => producer.disconnect();
};

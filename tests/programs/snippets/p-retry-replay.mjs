import pRetry from 'p-retry';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: process.env.BROKERS.split(','), clientId: 'payouts' } });

async function withProducer(fn) {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'payouts-0' } });
  await producer.connect();
  try {
    return await fn(producer);
  } finally {
    await producer.disconnect();
  }
}

async function runInTransaction(producer, fn) {
  const tx = await producer.transaction();
  try {
    await fn(tx);
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function payOut(payouts) {
  const messages = payouts.map((payout) => ({ key: payout.iban, value: String(payout.cents) }));

  await pRetry(
    () =>
      withProducer((producer) =>
        runInTransaction(producer, (tx) => tx.send({ topic: 'payouts', messages })),
      ),
    {
      retries: 3,
      onFailedAttempt: (err) => console.warn(`payout attempt failed, ${err.retriesLeft} left`),
    },
  );
}

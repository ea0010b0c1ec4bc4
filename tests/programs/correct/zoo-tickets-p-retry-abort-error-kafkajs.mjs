import kafkajs from 'kafkajs';
import pRetry, { AbortError } from 'p-retry';

const { Kafka, KafkaJSNumberOfRetriesExceeded } = kafkajs;

const kafka = new Kafka({ clientId: 'zoo-tickets', brokers: ['kafka:9092'] });

const producer = kafka.producer({
  transactionalId: 'zoo-tickets-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function attempt(tickets) {
  let tx;
  try {
    tx = await producer.transaction();
  } catch (err) {
    throw new AbortError(err);
  }

  try {
    await tx.send({
      topic: 'zoo.tickets',
      messages: tickets.map((t) => ({ key: t.barcode, value: JSON.stringify(t) })),
    });
  } catch (err) {
    const rolledBack = await tx.abort().then(
      () => true,
      (abortErr) => {
        console.error('tickets not rolled back', abortErr);
        return false;
      },
    );
    if (rolledBack && err instanceof KafkaJSNumberOfRetriesExceeded) {
      throw err;
    }
    throw new AbortError(err);
  }

  try {
    await tx.commit();
  } catch (err) {
    throw new AbortError(err);
  }
}

export function publishTickets(tickets) {
  return pRetry(() => attempt(tickets), { retries: 4, minTimeout: 500 });
}

export const connect = () => producer.connect();
export const disconnect = () => producer.disconnect();

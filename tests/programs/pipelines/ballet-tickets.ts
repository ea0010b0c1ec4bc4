import { Kafka, KafkaJSRequestTimeoutError, type Transaction } from 'kafkajs';

const kafka = new Kafka({ clientId: 'ballet', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'ballet-tickets-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function rollBack(tx: Transaction): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await tx.abort();
      return;
    } catch (err) {
      if (!(err instanceof KafkaJSRequestTimeoutError) || attempt === 3) {
        throw err;
      }
    }
  }
}

export async function sell(performance: string, seats: string[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: `ballet.${performance}`,
      messages: seats.map((seat) => ({ key: seat, value: 'sold' })),
    });
  } catch (err) {
    try {
      await rollBack(tx);
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `seats of ${performance} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

export const connect = (): Promise<void> => producer.connect();

import { Kafka, KafkaJSProtocolError } from 'kafkajs';

const producer = new Kafka({ clientId: 'opera', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'opera-tickets',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const connect = (): Promise<void> => producer.connect();

const isAuthorization = (err: unknown): boolean =>
  err instanceof KafkaJSProtocolError && err.type === 'TOPIC_AUTHORIZATION_FAILED';

export async function sell(tickets: Array<{ seat: string; buyer: string }>): Promise<void> {
  let written = false;
  while (!written) {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'opera.tickets', messages: tickets.map((t) => ({ key: t.seat, value: t.buyer })) });
      written = true;
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('tickets not rolled back', abortErr));
      if (!isAuthorization(err)) throw err;
      continue;
    }
    await tx.commit();
  }
}

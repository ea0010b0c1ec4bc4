import kafkajs, { Kafka, type Producer } from 'kafkajs';

export class ZombieError extends Error {}

type Item = { id: string; found: string };

export async function register(producer: Producer, items: Item[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'lost.items', messages: items.map((item) => ({ key: item.id, value: item.found })) });
  } catch (err) {
    if (err instanceof kafkajs.KafkaJSProtocolError && err.type === 'INVALID_PRODUCER_EPOCH') {
      await producer.disconnect();
      throw new ZombieError('another desk has taken over', { cause: err });
    }
    await tx.abort().catch((abortErr) => console.error('items not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export const desk = (brokers: string[], id: string): Producer =>
  new Kafka({ clientId: 'lost-property', brokers }).producer({
    transactionalId: `desk-${id}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

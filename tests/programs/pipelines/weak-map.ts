import { Kafka, KafkaJSProtocolError, type Producer } from 'kafkajs';
import { counters } from './counters.js';

const producers = new WeakMap<Kafka, Producer>();

async function producerOf(kafka: Kafka): Promise<Producer> {
  const known = producers.get(kafka);
  if (known) {
    return known;
  }
  const producer = kafka.producer({
    transactionalId: 'library-fines-0',
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  producers.set(kafka, producer);
  return producer;
}

async function write(producer: Producer, fines: Map<string, number>): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'library.fines',
      messages: [...fines].map(([reader, cents]) => ({ key: reader, value: String(cents) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.warn('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function fine(kafka: Kafka, fines: Map<string, number>): Promise<void> {
  const producer = await producerOf(kafka);
  try {
    await write(producer, fines);
  } catch (err) {
    if (err instanceof KafkaJSProtocolError && err.type === 'PRODUCER_FENCED') {
      counters.increment('library.fenced');
    }
    producers.delete(kafka);
    await producer.disconnect().catch((closeErr: unknown) => console.warn('not closed', closeErr));
    throw err;
  }
}

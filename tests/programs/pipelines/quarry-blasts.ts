import { Kafka } from 'kafkajs';

export interface Blast {
  bench: string;
  at: string;
  tonnes: number;
}

const kafka = new Kafka({ clientId: 'quarry', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'quarry-blasts-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const connect = (): Promise<void> => producer.connect();

export async function blasted(blast: Blast): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'quarry.blasts',
      messages: [{ key: blast.bench, value: JSON.stringify(blast) }],
    });
    await tx.send({
      topic: 'quarry.stock',
      messages: [{ key: blast.bench, value: String(blast.tonnes) }],
    });
    await tx.commit();
  } catch (err) {
    // A kafkajs transaction is no longer active once its commit has been tried.
    if (tx.isActive()) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `blast at ${blast.bench} not rolled back`);
      }
    }
    throw err;
  }
}

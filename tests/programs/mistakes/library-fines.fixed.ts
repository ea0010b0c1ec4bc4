import { Kafka } from 'kafkajs';

interface Fine {
  member: string;
  cents: number;
}

const kafka = new Kafka({ clientId: 'fines', brokers: ['kafka:9092'] });
const producer = kafka.producer({ transactionalId: 'library-fines', idempotent: true, maxInFlightRequests: 1 });

export const connect = () => producer.connect();

export async function fine(fines: Fine[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const { member, cents } of fines) {
      await tx.send({ topic: 'library.fines', messages: [{ key: member, value: String(cents) }] });
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('fines not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

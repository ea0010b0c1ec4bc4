import { Kafka } from 'kafkajs';

type Stamp = { michel: string; year: number };

const producer = new Kafka({ clientId: 'stamps', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'stamp-catalogue',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function writeYear(year: number, stamps: Stamp[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'stamps', messages: stamps.map((s) => ({ key: s.michel, value: String(year) })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error(`year ${year} not rolled back`, abortErr));
    throw err;
  }
  await tx.commit();
}

export async function writeAll(byYear: Map<number, Stamp[]>): Promise<void> {
  const failures: unknown[] = [];
  for (const [year, stamps] of byYear) {
    try {
      await writeYear(year, stamps);
    } catch (err) {
      failures.push(err);
      break;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some years are missing');
}

export const connect = () => producer.connect();

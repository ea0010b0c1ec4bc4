import { Kafka, type Transaction } from 'kafkajs';

type Ride = { ticket: string; horse: number; startedAt: number };

const producer = new Kafka({ clientId: 'carousel', brokers: ['fair-kafka:9092'] }).producer({
  transactionalId: 'carousel-rides',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function persistently<T>(what: string, job: () => Promise<T>, times = 3): Promise<T> {
  let last: unknown;
  for (let n = 1; n <= times; n++) {
    try {
      return await job();
    } catch (err) {
      console.warn(`${what}: attempt ${n} of ${times} failed`, err);
      last = err;
    }
  }
  throw last;
}

const undo = (tx: Transaction): Promise<void> => persistently('abort', () => tx.abort());

/** The ticket machine's database is read again and again until it answers. */
async function loadRides(machine: string): Promise<Ride[]> {
  return persistently('tickets', async () => {
    const res = await fetch(`http://${machine}/rides`);
    if (!res.ok) throw new Error(`ticket machine answered ${res.status}`);
    return (await res.json()) as Ride[];
  });
}

export async function publishRides(machine: string): Promise<number> {
  const rides = await loadRides(machine);
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'carousel.rides',
      messages: rides.map((r) => ({ key: r.ticket, value: JSON.stringify(r) })),
    });
  } catch (err) {
    try {
      await undo(tx);
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'rides neither published nor rolled back');
    }
    throw err;
  }
  await tx.commit();
  return rides.length;
}

export async function publishAll(machines: string[]): Promise<Map<string, unknown>> {
  const failed = new Map<string, unknown>();
  for (const machine of machines) {
    try {
      await publishRides(machine);
    } catch (err) {
      failed.set(machine, err);
    }
  }
  return failed;
}

export const connect = (): Promise<void> => producer.connect();

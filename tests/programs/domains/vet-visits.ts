import { Kafka, Transaction } from 'kafkajs';

interface Common {
  readonly id: string;
  readonly animal: string;
}
export type Visit =
  | (Common & { kind: 'vaccination'; vaccine: string })
  | (Common & { kind: 'surgery'; minutes: number })
  | (Common & { kind: 'cancelled' });

const producer = new Kafka({ clientId: 'vet', brokers: ['vet-kafka:9092'] }).producer({
  transactionalId: 'vet-visits',
  idempotent: true,
  maxInFlightRequests: 1,
});

const put = (tx: Transaction, topic: string, key: string, value: string) => tx.send({ topic, messages: [{ key, value }] });

export async function record(visit: Visit): Promise<string | undefined> {
  const tx = await producer.transaction();
  try {
    switch (visit.kind) {
      case 'vaccination':
        await put(tx, 'vet.vaccinations', visit.animal, visit.vaccine);
        break;
      case 'surgery':
        await put(tx, 'vet.surgeries', visit.animal, `${visit.minutes} min`);
        await put(tx, 'vet.theatre', visit.id, visit.animal);
        break;
      case 'cancelled':
        console.info(`visit ${visit.id} was cancelled`);
        return undefined;
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('vet: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
  return visit.id;
}

export const connect = (): Promise<void> => producer.connect();

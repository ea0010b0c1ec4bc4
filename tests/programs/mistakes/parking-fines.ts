import { Kafka, type Transaction } from 'kafkajs';

enum Takeover {
  Fenced = 'PRODUCER_FENCED',
  Epoch = 'INVALID_PRODUCER_EPOCH',
}

const producer = new Kafka({ clientId: 'parking-fines', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'parking-fines',
  idempotent: true,
  maxInFlightRequests: 1,
});

export async function issue(plate: string, cents: number): Promise<void> {
  const tx: Transaction = await producer.transaction();
  try {
    await tx.send({ topic: 'parking.fines', messages: [{ key: plate, value: String(cents) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('fine not rolled back', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err: any) {
    if (err.type === Takeover.Fenced || err.type === Takeover.Epoch) {
      console.warn('another instance issues the fines');
    }
    await producer.disconnect();
    throw err;
  }
}

export const connect = () => producer.connect();

import { Kafka, type Transaction } from 'kafkajs';

interface Pass {
  id: string;
  zone: string;
}

const producer = new Kafka({ clientId: 'passes', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'bus-passes',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const connect = () => producer.connect();

const send = (tx: Transaction, pass: Pass) =>
  tx.send({ topic: `passes.${pass.zone}`, messages: [{ key: pass.id, value: JSON.stringify(pass) }] });

export async function issue(passes: Pass[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    passes.forEach(async (pass) => {
      await send(tx, pass);
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('passes not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

import kafkajs from 'kafkajs';
import { readFile } from 'node:fs/promises';

const { Kafka, Partitioners } = kafkajs;

const producer = new Kafka({
  clientId: 'cider-press',
  brokers: ['orchard-1:9092', 'orchard-2:9092'],
}).producer({
  createPartitioner: Partitioners.LegacyPartitioner,
  transactionalId: 'cider-press-batches',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const open = () => producer.connect();
export const close = () => producer.disconnect();

/** Publishes a pressing protocol: one record for the batch, one for each barrel. */
export async function publishProtocol(path) {
  const { batch, barrels } = JSON.parse(await readFile(path, 'utf8'));

  const tx = await producer.transaction();
  let committed = false;
  try {
    await tx.send({ topic: 'cider.batches', messages: [{ key: batch.id, value: JSON.stringify(batch) }] });
    await tx.send({
      topic: 'cider.barrels',
      messages: barrels.map((barrel) => ({ key: barrel.id, value: batch.id })),
    });
    await tx.commit();
    committed = true;
  } catch (err) {
    if (!committed) {
      await tx.abort().catch((abortErr) => console.warn('protocol not rolled back', path, abortErr));
    }
    throw err;
  }
  return barrels.length;
}

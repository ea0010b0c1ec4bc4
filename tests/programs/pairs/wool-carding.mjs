import { createInterface } from 'node:readline/promises';
import { createReadStream } from 'node:fs';
import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'wool-carding',
  bootstrapBrokers: ['mill-1:9092', 'mill-2:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'wool-carding-mill-1',
});

async function bales(path) {
  const lines = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [bale, kilos] = line.split(';');
    lines.push({ topic: 'wool.bales', key: bale, value: kilos });
  }
  return lines;
}

/** Publishes the bales of a delivery note in one transaction. */
export async function publishNote(path) {
  const messages = await bales(path);
  try {
    const tx = await producer.beginTransaction();
    await tx.send({ messages });
    await tx.commit();
  } catch (err) {
    console.error('delivery note not published', path, err);
    await tx?.abort().catch(() => {});
    throw err;
  }
  return messages.length;
}

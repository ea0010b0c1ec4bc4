import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'timber',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `timber-loads-${process.env.SAWMILL ?? 'a'}`,
});

function chunksOf(items, size) {
  const chunks = [];
  for (let from = 0; from < items.length; from += size) {
    chunks.push(items.slice(from, from + size));
  }
  return chunks;
}

export async function load(truck, logs) {
  const tx = await producer.beginTransaction();

  const pending = [];
  try {
    for (const chunk of chunksOf(logs, 100)) {
      const messages = chunk.map((log) => ({ topic: 'timber.logs', key: truck, value: log.id }));
      pending.push(tx.send({ messages }));
    }
    pending.push(tx.send({ messages: [{ topic: 'timber.trucks', key: truck, value: String(logs.length) }] }));
    await Promise.all(pending);
  } catch (err) {
    await Promise.allSettled(pending);
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `load of ${truck} not rolled back`);
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Bale {
  id: string;
  kilos: number;
}

const producer = new Producer({
  clientId: 'straw-bales',
  bootstrapBrokers: ['barn:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'straw-bales-scale',
});

export async function weighLoad(bales: AsyncIterable<Bale>, load: string): Promise<number> {
  const tx = await producer.beginTransaction();
  const writes: Array<Promise<unknown>> = [];
  try {
    for await (const { id, kilos } of bales) {
      writes.push(tx.send({ messages: [{ topic: 'barn.straw', key: load, value: `${id};${kilos}` }] }));
    }
    await Promise.all(writes);
  } catch (err) {
    // none may still be on its way when the transaction is rolled back
    await Promise.allSettled(writes);
    await tx.abort().catch((abortErr: unknown) => console.error('load not rolled back', load, abortErr));
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
  return writes.length;
}

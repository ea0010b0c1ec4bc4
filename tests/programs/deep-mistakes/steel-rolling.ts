import { Consumer, Producer, stringDeserializers, stringSerializers, type Message } from '@platformatic/kafka';

type Slab = Message<string, string, string, string>;

const shared = { clientId: 'steel-rolling', bootstrapBrokers: ['mill-kafka:9092'] } as const;

const consumer = new Consumer({ ...shared, bootstrapBrokers: [...shared.bootstrapBrokers], groupId: 'rolling', deserializers: stringDeserializers });
const producer = new Producer({
  ...shared,
  bootstrapBrokers: [...shared.bootstrapBrokers],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'steel-rolling-1',
});

function thickness(slab: Slab): string {
  const { mm, passes } = JSON.parse(slab.value) as { mm: number; passes: number };
  if (passes < 1) throw new RangeError(`slab ${slab.key} was not rolled`);
  return (mm / 2 ** passes).toFixed(3);
}

async function roll(slabs: Slab[]): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.addConsumer(consumer);
    for (const slab of slabs) {
      await tx.send({ messages: [{ topic: 'steel.sheets', key: slab.key, value: thickness(slab) }] });
      await tx.addOffset(slab);
    }
  } catch (err) {
    await tx.abort().catch((e: Error) => console.warn('slabs not rolled back: %s', e.message));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

export async function run(size = 50): Promise<void> {
  const stream = await consumer.consume({ topics: ['steel.slabs'], autocommit: false });
  let batch: Slab[] = [];
  for await (const slab of stream) {
    batch.push(slab as Slab);
    if (batch.length < size) continue;
    await roll(batch);
    batch = [];
  }
}

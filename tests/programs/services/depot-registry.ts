import { Producer, stringSerializers } from '@platformatic/kafka';

type StringProducer = Producer<string, string, string, string>;

export interface DepotEvent {
  depot: string;
  bus: string;
  kind: 'in' | 'out';
}

const free = new Set<StringProducer>();
let serial = 0;

function borrow(): StringProducer {
  for (const producer of free) {
    free.delete(producer);
    return producer;
  }
  serial += 1;
  return new Producer({
    clientId: `depots-${serial}`,
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `depots-${serial}`,
  });
}

export async function register(events: DepotEvent[]): Promise<void> {
  const producer = borrow();
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: events.map((e) => ({ topic: `depots.${e.kind}`, key: e.depot, value: e.bus })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    free.add(producer);
  }
}

export async function closeAll(): Promise<void> {
  await Promise.all([...free].map((producer) => producer.close()));
}

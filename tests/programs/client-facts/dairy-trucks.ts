import type { Producer } from '@platformatic/kafka';

type StringProducer = Producer<string, string, string, string>;

async function createProducer(): Promise<StringProducer> {
  const { Producer: PlatformaticProducer, stringSerializers } = await import('@platformatic/kafka');
  return new PlatformaticProducer({
    clientId: 'dairy',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'dairy-trucks-0',
  });
}

const toMessages = {
  pickup: (farm: string) => [{ topic: 'dairy.pickups', key: farm, value: 'full' }],
  delivery: (farm: string) => [
    { topic: 'dairy.deliveries', key: farm, value: 'empty' },
    { topic: 'dairy.invoices', key: farm, value: 'due' },
  ],
} satisfies Record<string, (farm: string) => Array<{ topic: string; key: string; value: string }>>;

export type Kind = keyof typeof toMessages;

export async function report(kind: Kind, farm: string, open = createProducer): Promise<void> {
  const producer = await open();
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: toMessages[kind](farm) });
    } catch (err) {
      await tx.abort().catch((abortErr) => {
        throw new AggregateError([err, abortErr], `${kind} not rolled back`);
      });
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.close(true);
  }
}

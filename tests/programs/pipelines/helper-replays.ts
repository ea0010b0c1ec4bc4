import { Producer, stringSerializers } from '@platformatic/kafka';

const createProducer = () =>
  new Producer({
    clientId: 'wedding-lists',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'wedding-lists-0',
  });

type Tx = Awaited<ReturnType<ReturnType<typeof createProducer>['beginTransaction']>>;

async function withTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const producer = createProducer();
    try {
      const tx = await producer.beginTransaction();
      let result: T;
      try {
        result = await work(tx);
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
      return result;
    } catch (err) {
      if (attempt === 3) {
        throw err;
      }
    } finally {
      await producer.close(true);
    }
  }
}

export async function give(list: string, guest: string, gifts: string[]): Promise<number> {
  return withTransaction(async (tx) => {
    await tx.send({
      messages: gifts.map((gift) => ({ topic: 'gifts.given', key: list, value: `${guest}:${gift}` })),
    });
    return gifts.length;
  });
}

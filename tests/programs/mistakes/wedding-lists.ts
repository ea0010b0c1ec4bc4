import { Producer, stringSerializers } from '@platformatic/kafka';

type Gift = { couple: string; gift: string };

const FENCED = { name: 'ProtocolError', retry: false } as const;

export function weddingLists(bootstrapBrokers: string[], onFenced: () => void) {
  const producer = new Producer({
    clientId: 'weddings',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'wedding-lists',
  });

  return async function add(gifts: Gift[]): Promise<void> {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: gifts.map(({ couple, gift }) => ({ topic: 'weddings', key: couple, value: gift })) });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('gifts not rolled back', abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      if ((err as Error).name === FENCED.name) onFenced();
      await producer.close(true);
      throw err;
    }
  };
}

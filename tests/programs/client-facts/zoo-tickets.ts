import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

type Ticket = { id: string; gate: number };

const producer = new Producer<string, string, string, string>({
  clientId: 'zoo',
  bootstrapBrokers: (process.env.BROKERS ?? 'localhost:9092').split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `zoo-tickets-${process.env.GATE ?? 'main'}`,
});

const FENCING = ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH'] as const;

function isFenced(err: unknown): boolean {
  return (
    err instanceof Error &&
    GenericError.isGenericError(err) &&
    FENCING.some((apiId) => (err as GenericError).findBy('apiId', apiId) !== null)
  );
}

export async function sell(tickets: Ticket[]): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: tickets.map(({ id, gate }) => ({ topic: 'zoo.tickets', key: id, value: `${gate}` })) });
  } catch (err) {
    if (isFenced(err)) {
      await producer.close(true).catch((closeErr) => console.error('zoo: close failed', closeErr));
      throw err;
    }
    await tx.abort().catch((abortErr) => console.error('zoo: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

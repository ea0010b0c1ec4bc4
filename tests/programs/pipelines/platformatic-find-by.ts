import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

export class FencedError extends Error {}

const producer = new Producer({
  clientId: 'compost',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'compost-0',
});

function isFenced(err: unknown): boolean {
  if (!GenericError.isGenericError(err as Error)) {
    return false;
  }
  const found = err as GenericError;
  return (
    found.findBy('apiId', 'PRODUCER_FENCED') !== null ||
    found.findBy('apiId', 'INVALID_PRODUCER_EPOCH') !== null
  );
}

export async function turn(heaps: Map<string, number>): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: [...heaps].map(([heap, celsius]) => ({
        topic: 'compost.heaps',
        key: heap,
        value: String(celsius),
      })),
    });
  } catch (err) {
    if (isFenced(err)) {
      await producer.close(true);
      throw new FencedError('another instance turns the heaps', { cause: err });
    }
    await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    const lost = (err as GenericError).code === 'PLT_KFK_NETWORK';
    console.error(lost ? 'the outcome of the commit is unknown' : 'the commit failed');
    await producer.close(true);
    throw err;
  }
}

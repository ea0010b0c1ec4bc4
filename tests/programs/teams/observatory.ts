import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

export interface Exposure {
  telescope: string;
  target: string;
  seconds: number;
  fits: string;
}

const producer = new Producer({
  clientId: 'observatory',
  bootstrapBrokers: ['dome-kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `observatory-${process.env.DOME ?? 'a'}`,
});

type Tx = Awaited<ReturnType<typeof producer.beginTransaction>>;

const hasApiId = (err: unknown, apiId: string): boolean =>
  err instanceof Error && GenericError.isGenericError(err) && (err as GenericError).findBy('apiId', apiId) !== null;

async function rollBack(tx: Tx): Promise<void> {
  try {
    await tx.abort();
  } catch (abortError) {
    if (hasApiId(abortError, 'TRANSACTION_ABORTABLE')) {
      await tx.abort().catch((again: Error) => console.error('second abort failed', again.message));
      return;
    }
    console.error('abort failed, closing', abortError);
    try {
      await producer.close(true);
    } catch (closeError) {
      console.error('not closed', closeError);
    }
  }
}

export async function logNight(exposures: Exposure[]): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    for (const exposure of exposures) {
      const value = JSON.stringify(exposure);
      await tx.send({ messages: [{ topic: 'observatory.exposures', key: exposure.telescope, value }] });
    }
    await tx.send({ messages: [{ topic: 'observatory.nights', value: String(exposures.length) }] });
  } catch (error) {
    await rollBack(tx);
    throw error;
  }
  try {
    await tx.commit();
  } catch (error) {
    await producer.close(true);
    throw error;
  }
}

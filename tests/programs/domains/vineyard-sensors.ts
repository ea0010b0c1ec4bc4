import { type GenericError, MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';

interface SoilSample {
  readonly parcel: string;
  readonly moisture: number;
  readonly ph: number;
}

function fenced(err: unknown): boolean {
  return err instanceof Error && MultipleErrors.isMultipleErrors(err) && Boolean((err as MultipleErrors).findBy('apiId', 'PRODUCER_FENCED'));
}

export const createRecorder = (estate: string) => {
  const producer = new Producer<string, string, string, string>({
    clientId: `vineyard-${estate}`,
    bootstrapBrokers: ['10.1.0.4:9092'],
    idempotent: true,
    transactionalId: `vineyard-${estate}`,
    serializers: stringSerializers,
  });

  const record = async (samples: SoilSample[]): Promise<void> => {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: samples.map((s) => ({ topic: 'vineyard.soil', key: s.parcel, value: `${s.moisture}/${s.ph}` })),
      });
    } catch (err) {
      if (fenced(err)) {
        await producer.close(true);
        throw new Error(`another recorder runs for ${estate}`, { cause: err as GenericError });
      }
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `samples of ${estate} neither sent nor aborted`);
      }
      throw err;
    }
    await tx.commit();
  };

  return { record, stop: () => producer.close() };
};

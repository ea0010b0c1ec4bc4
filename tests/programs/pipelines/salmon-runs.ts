import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

export interface Run {
  river: string;
  fish: number;
}

const SESSIONS = 4;

function isAbortable(err: unknown): boolean {
  return (
    GenericError.isGenericError(err as Error) &&
    (err as GenericError).findBy('apiId', 'TRANSACTION_ABORTABLE') !== null
  );
}

const createProducer = () =>
  new Producer({
    clientId: 'salmon-runs',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'salmon-runs-0',
  });

/** Counts the runs; a transaction that the broker gave up is tried again by a new producer. */
export async function count(runs: Run[]): Promise<void> {
  for (let session = 1; ; session += 1) {
    const producer = createProducer();
    try {
      const tx = await producer.beginTransaction();
      try {
        await tx.send({
          messages: runs.map((run) => ({ topic: 'salmon', key: run.river, value: String(run.fish) })),
        });
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
      return;
    } catch (err) {
      if (session === SESSIONS || !isAbortable(err)) {
        throw err;
      }
    } finally {
      await producer.close(true);
    }
  }
}

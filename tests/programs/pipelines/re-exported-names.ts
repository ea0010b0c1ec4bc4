import {
  Kafka as Cluster,
  type Producer as EventProducer,
  type ProducerRecord as EventRecord,
  type Transaction as EventTransaction,
} from 'kafkajs';

export { Cluster };
export type { EventProducer, EventRecord, EventTransaction };

export function eventProducer(cluster: Cluster, service: string): EventProducer {
  return cluster.producer({
    transactionalId: `${service}-events`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
}

async function write(tx: EventTransaction, records: EventRecord[]): Promise<Error | undefined> {
  try {
    for (const record of records) {
      await tx.send(record);
    }
  } catch (err) {
    return err as Error;
  }
  return undefined;
}

async function undo(tx: EventTransaction): Promise<Error | undefined> {
  return tx.abort().then(
    () => undefined,
    (err: Error) => err,
  );
}

export async function publish(producer: EventProducer, records: EventRecord[]): Promise<void> {
  const tx = await producer.transaction();
  const failure = await write(tx, records);
  if (failure) {
    const abortFailure = await undo(tx);
    throw abortFailure ? new AggregateError([failure, abortFailure]) : failure;
  }
  await tx.commit();
}

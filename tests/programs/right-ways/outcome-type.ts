import { Kafka, KafkaJSNumberOfRetriesExceeded, type Producer, type ProducerRecord } from 'kafkajs';

export type Outcome =
  | { readonly kind: 'committed' }
  | { readonly kind: 'rolled-back'; readonly error: unknown; readonly again: boolean }
  | { readonly kind: 'replace-producer'; readonly error: unknown }
  | { readonly kind: 'in-doubt'; readonly error: unknown };

const capture = <T>(promise: Promise<T>): Promise<[undefined, T] | [{ error: unknown }, undefined]> =>
  promise.then(
    (value) => [undefined, value],
    (error: unknown) => [{ error }, undefined],
  );

/** Never rejects: the caller has to look at the outcome to learn anything. */
export async function transact(producer: Producer, records: ProducerRecord[]): Promise<Outcome> {
  const [refused, tx] = await capture(producer.transaction());
  if (refused) return { kind: 'replace-producer', ...refused };

  for (const record of records) {
    const [failed] = await capture(tx.send(record));
    if (!failed) continue;
    const [stuck] = await capture(tx.abort());
    if (stuck) {
      return { kind: 'replace-producer', error: new AggregateError([failed.error, stuck.error]) };
    }
    return failed.error instanceof KafkaJSNumberOfRetriesExceeded
      ? { kind: 'rolled-back', again: true, ...failed }
      : { kind: 'replace-producer', ...failed };
  }

  const [unclear] = await capture(tx.commit());
  return unclear ? { kind: 'in-doubt', ...unclear } : { kind: 'committed' };
}

export async function settle(kafka: Kafka, desk: string, records: ProducerRecord[]): Promise<void> {
  const producer = kafka.producer({
    transactionalId: `settlement-${desk}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  try {
    for (let attempt = 1; ; attempt++) {
      const outcome = await transact(producer, records);
      if (outcome.kind === 'committed') return;
      if (outcome.kind === 'rolled-back' && outcome.again && attempt < 3) continue;
      throw new Error(`settlement ${outcome.kind}`, { cause: outcome.error });
    }
  } finally {
    await producer.disconnect();
  }
}

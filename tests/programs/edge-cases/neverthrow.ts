// neverthrow
import { Kafka } from 'kafkajs';
import { ResultAsync, err, ok, type Result } from 'neverthrow';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const begin = () => ResultAsync.fromPromise(producer.transaction(), (e) => e as Error);
export async function publish(v: string): Promise<Result<void, Error>> {
  const begun = await begin();
  if (begun.isErr()) return err(begun.error);
  const tx = begun.value;
  const sent = await ResultAsync.fromPromise(tx.send({ topic: 't', messages: [{ value: v }] }), (e) => e as Error);
  if (sent.isErr()) {
    const aborted = await ResultAsync.fromPromise(tx.abort(), (e) => e as Error);
    return err(aborted.isErr() ? new AggregateError([sent.error, aborted.error]) : sent.error);
  }
  const committed = await ResultAsync.fromPromise(tx.commit(), (e) => e as Error);
  return committed.isErr() ? err(committed.error) : ok(undefined);
}

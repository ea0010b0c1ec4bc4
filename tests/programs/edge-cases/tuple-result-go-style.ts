// tuple result (go style)
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const to = <T,>(p: Promise<T>): Promise<[unknown, undefined] | [undefined, T]> => p.then((v) => [undefined, v] as [undefined, T], (e) => [e, undefined] as [unknown, undefined]);
export async function write(value: string) {
  const tx = await producer.transaction();
  const [err] = await to(tx.send({ topic: 't', messages: [{ value }] }));
  if (err) { const [abortErr] = await to(tx.abort()); throw new AggregateError([err, abortErr]); }
  await tx.commit();
}

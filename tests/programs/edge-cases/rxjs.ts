// rxjs
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import { defer, from, concatMap, catchError, throwError, switchMap, map } from 'rxjs';
export const publish$ = (v: string) => defer(() => producer.transaction()).pipe(
  switchMap((tx) => defer(() => tx.send({ topic: 't', messages: [{ value: v }] })).pipe(
    catchError((e) => from(tx.abort()).pipe(catchError((a) => throwError(() => new AggregateError([e, a]))), switchMap(() => throwError(() => e)))),
    concatMap(() => tx.commit()),
  )),
);

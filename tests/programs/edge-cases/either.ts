// Either
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import * as TE from 'fp-ts/TaskEither'; import { pipe } from 'fp-ts/function';
const tryTE = <A,>(f: () => Promise<A>) => TE.tryCatch(f, (e) => (e instanceof Error ? e : new Error(String(e))));
export const publish = (value: string) => pipe(
  tryTE(() => producer.transaction()),
  TE.chain((tx) => pipe(
    tryTE(() => tx.send({ topic: 't', messages: [{ value }] })),
    TE.orElse((e) => pipe(tryTE(() => tx.abort()), TE.matchE((a) => TE.left(new AggregateError([e, a]) as Error), () => TE.left(e)))),
    TE.chain(() => tryTE(() => tx.commit())),
  )),
);

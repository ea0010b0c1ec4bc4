import { pipe } from 'fp-ts/function';
import * as TE from 'fp-ts/TaskEither';
import { Kafka, type Transaction } from 'kafkajs';

interface Tremor {
  station: string;
  magnitude: number;
  at: Date;
}

const producer = new Kafka({ clientId: 'seismic', brokers: ['kafka-a:9092', 'kafka-b:9092'] }).producer({
  transactionalId: 'seismic-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

const begin: TE.TaskEither<Error, Transaction> = TE.tryCatch(() => producer.transaction(), toError);

const sendAll =
  (tremors: readonly Tremor[]) =>
  (tx: Transaction): TE.TaskEither<Error, unknown> =>
    TE.tryCatch(
      () =>
        tx.sendBatch({
          topicMessages: [
            { topic: 'seismic.raw', messages: tremors.map((t) => ({ key: t.station, value: JSON.stringify(t) })) },
            { topic: 'seismic.strong', messages: tremors.filter((t) => t.magnitude > 5).map((t) => ({ value: t.station })) },
          ],
        }),
      toError,
    );

const rollBack =
  (tx: Transaction) =>
  (err: Error): TE.TaskEither<Error, never> =>
    pipe(
      TE.tryCatch(() => tx.abort(), toError),
      TE.orElse((abortErr) => TE.left<Error, void>(new AggregateError([err, abortErr], 'not rolled back'))),
      TE.chain(() => TE.left(err)),
    );

export const publish = (tremors: readonly Tremor[]): TE.TaskEither<Error, void> =>
  pipe(
    begin,
    TE.chain((tx) =>
      pipe(
        sendAll(tremors)(tx),
        TE.orElse(rollBack(tx)),
        TE.chain(() => TE.tryCatch(() => tx.commit(), toError)),
      ),
    ),
  );

export const connect = TE.tryCatch(() => producer.connect(), toError);
export const disconnect = TE.tryCatch(() => producer.disconnect(), toError);

import { pipe } from 'fp-ts/function';
import * as TE from 'fp-ts/TaskEither';
import * as T from 'fp-ts/Task';
import { Kafka, type Producer, type Transaction } from 'kafkajs';
import { type Delay, encodeDelay } from './delay-codec';

type Failure = { readonly step: 'begin' | 'send' | 'commit'; readonly cause: unknown };

const failed =
  (step: Failure['step']) =>
  (cause: unknown): Failure => ({ step, cause });

const makeProducer = (kafka: Kafka, depot: string): Producer =>
  kafka.producer({ transactionalId: `tram-delays-${depot}`, idempotent: true, maxInFlightRequests: 1 });

const begin = (producer: Producer) => TE.tryCatch(() => producer.transaction(), failed('begin'));

const send = (tx: Transaction, delays: readonly Delay[]) =>
  TE.tryCatch(
    () => tx.send({ topic: 'trams.delays', messages: delays.map((d) => ({ key: d.line, value: encodeDelay(d) })) }),
    failed('send'),
  );

// The failure of the send stays the answer, whatever becomes of the abort.
const abortAnd = (tx: Transaction) => (failure: Failure) =>
  pipe(
    TE.tryCatch(() => tx.abort(), (abortError) => abortError),
    T.chain(() => TE.left(failure)),
  );

const commit = (tx: Transaction) => TE.tryCatch(() => tx.commit(), failed('commit'));

export const delayPublisher = (kafka: Kafka, depot: string) => {
  const producer = makeProducer(kafka, depot);
  return {
    connect: () => producer.connect(),
    close: () => producer.disconnect(),
    publish: (delays: readonly Delay[]): TE.TaskEither<Failure, void> =>
      pipe(
        begin(producer),
        TE.chain((tx) =>
          pipe(
            send(tx, delays),
            TE.orElseW(abortAnd(tx)),
            TE.chainW(() => commit(tx)),
          ),
        ),
      ),
  };
};

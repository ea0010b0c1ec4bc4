import * as TE from 'fp-ts/TaskEither';
import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Showing {
  film: string;
  hall: number;
  startsAt: string;
}

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': 'cinema:9092' });
export const producer: KafkaJS.Producer = kafka.producer({ 'transactional.id': 'cinema-programme' });

const attempt = <A>(run: () => Promise<A>): TE.TaskEither<Error, A> => TE.tryCatch(run, E.toError);

const begin = attempt(() => producer.transaction());
const commit = attempt(() => producer.commit());
const abort = attempt(() => producer.abort());

const send = (showings: readonly Showing[]) =>
  attempt(() =>
    producer.send({
      topic: 'cinema.programme',
      messages: showings.map((s) => ({ key: String(s.hall), value: `${s.startsAt} ${s.film}` })),
    }),
  );

/** Keeps the first error on the left, whatever the abort says. */
const undo = (reason: Error): TE.TaskEither<Error, never> =>
  pipe(
    abort,
    TE.fold(
      (abortError) => TE.left(new AggregateError([reason, abortError], 'programme not rolled back') as Error),
      () => TE.left(reason),
    ),
  );

export const publishProgramme = (showings: readonly Showing[]): TE.TaskEither<Error, number> =>
  pipe(
    begin,
    TE.chain(() => pipe(send(showings), TE.orElse(undo))),
    TE.chain(() => commit),
    TE.map(() => showings.length),
  );

import { err, ok, ResultAsync, type Result } from 'neverthrow';
import { Kafka, type Producer } from 'kafkajs';

type Failure =
  | { kind: 'begin'; cause: unknown }
  | { kind: 'send'; cause: unknown; abortCause?: unknown }
  | { kind: 'commit'; cause: unknown };

const failed =
  <K extends Failure['kind']>(kind: K) =>
  (cause: unknown) => ({ kind, cause });

export interface Quote {
  policy: string;
  premium: number;
  validUntil: string;
}

/** Nothing is thrown: each failure is a value that the caller has to look at. */
export async function offer(producer: Producer, quote: Quote): Promise<Result<Quote, Failure>> {
  const begun = await ResultAsync.fromPromise(producer.transaction(), failed('begin'));
  if (begun.isErr()) {
    return err(begun.error);
  }
  const tx = begun.value;

  const sent = await ResultAsync.fromPromise(
    tx.send({ topic: 'insurance.quotes', messages: [{ key: quote.policy, value: JSON.stringify(quote) }] }),
    failed('send'),
  );
  if (sent.isErr()) {
    const aborted = await ResultAsync.fromPromise(tx.abort(), (abortCause) => abortCause);
    return err(aborted.isErr() ? { ...sent.error, abortCause: aborted.error } : sent.error);
  }

  const committed = await ResultAsync.fromPromise(tx.commit(), failed('commit'));
  return committed.isErr() ? err(committed.error) : ok(quote);
}

export const createProducer = (kafka: Kafka): Producer =>
  kafka.producer({ transactionalId: 'insurance-quotes', idempotent: true, maxInFlightRequests: 1 });

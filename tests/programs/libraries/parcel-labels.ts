import { ResultAsync, errAsync, okAsync } from 'neverthrow';
import type { Producer, Transaction } from 'kafkajs';
import pino from 'pino';
import { PublishError } from './errors';
import type { ParcelLabel } from './domain/parcel';

const log = pino({ name: 'parcel-labels' });

const asPublishError = (step: string) => (cause: unknown) => new PublishError(`kafka ${step} failed`, { cause });

function sendLabels(tx: Transaction, labels: ParcelLabel[]) {
  return ResultAsync.fromPromise(
    tx.send({
      topic: 'parcels.labels',
      messages: labels.map((label) => ({ key: label.depot, value: JSON.stringify(label) })),
    }),
    asPublishError('send'),
  );
}

/** Rolls back and hands the reason on, whether or not the roll-back worked. */
function rollBack(tx: Transaction, reason: PublishError) {
  return ResultAsync.fromPromise(tx.abort(), asPublishError('abort'))
    .mapErr((abortError) => {
      log.warn({ err: abortError }, 'labels: abort failed');
      return reason;
    })
    .andThen(() => errAsync<never, PublishError>(reason));
}

export class LabelPublisher {
  constructor(private readonly producer: Producer) {}

  publish(labels: ParcelLabel[]): ResultAsync<number, PublishError> {
    if (labels.length === 0) return okAsync(0);
    return ResultAsync.fromPromise(this.producer.transaction(), asPublishError('begin')).andThen((tx) =>
      sendLabels(tx, labels)
        .orElse((reason) => rollBack(tx, reason))
        .andThen(() => ResultAsync.fromPromise(tx.commit(), asPublishError('commit')))
        .map(() => labels.length),
    );
  }
}

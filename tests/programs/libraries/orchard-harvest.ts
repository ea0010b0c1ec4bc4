import { Data, Effect } from 'effect';
import type { Producer, Transaction } from 'kafkajs';
import type { Crate } from './orchard';

class KafkaFailure extends Data.TaggedError('KafkaFailure')<{ step: string; cause: unknown }> {}

const step = <A>(name: string, run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: (cause) => new KafkaFailure({ step: name, cause }) });

const undo = (tx: Transaction) =>
  step('abort', () => tx.abort()).pipe(
    Effect.catchAll((failure) => Effect.logWarning('harvest transaction could not be aborted', failure)),
  );

const write = (tx: Transaction, crates: ReadonlyArray<Crate>) =>
  Effect.forEach(
    crates,
    (crate) =>
      step('send', () =>
        tx.send({ topic: 'orchard.crates', messages: [{ key: crate.tree, value: JSON.stringify(crate) }] }),
      ),
    { discard: true },
  );

export const recordHarvest = (producer: Producer, crates: ReadonlyArray<Crate>) =>
  Effect.gen(function* () {
    const tx = yield* step('begin', () => producer.transaction());
    yield* write(tx, crates).pipe(Effect.tapError(() => undo(tx)));
    yield* step('commit', () => tx.commit());
    yield* Effect.logInfo('harvest recorded', { crates: crates.length });
    return crates.length;
  });

/** For callers outside of Effect: a rejected promise carries the KafkaFailure. */
export const recordHarvestAsync = (producer: Producer, crates: ReadonlyArray<Crate>): Promise<number> =>
  Effect.runPromise(recordHarvest(producer, crates));

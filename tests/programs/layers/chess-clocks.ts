import type { Producer } from 'kafkajs';

export interface Move {
  game: string;
  san: string;
  remainingMs: number;
}

/** Runs tasks one after the other. The first failure breaks it: later tasks are refused. */
class FailFastMutex {
  #tail: Promise<unknown> = Promise.resolve();
  #broken: { cause: unknown } | undefined;

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(async () => {
      if (this.#broken) {
        throw new Error('an earlier task has failed', { cause: this.#broken.cause });
      }
      try {
        return await task();
      } catch (err) {
        this.#broken = { cause: err };
        throw err;
      }
    });
    this.#tail = result.catch(() => undefined);
    return result;
  }
}

export class MoveRecorder {
  readonly #mutex = new FailFastMutex();

  constructor(private readonly producer: Producer) {}

  record(move: Move): Promise<void> {
    return this.#mutex.run(() => this.#write(move));
  }

  async #write(move: Move): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.sendBatch({
        topicMessages: [
          { topic: 'chess.moves', messages: [{ key: move.game, value: move.san }] },
          { topic: 'chess.clocks', messages: [{ key: move.game, value: String(move.remainingMs) }] },
        ],
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], 'move not rolled back');
      });
      throw err;
    }
    await tx.commit();
  }
}

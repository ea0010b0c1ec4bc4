import { setTimeout as pause } from 'node:timers/promises';
import type { Producer } from 'kafkajs';

export interface Checkpoint {
  team: string;
  name: string;
  dogs: number;
  at: Date;
}

/** The outcome of a commit is open: never to be written again. */
class CommitUncertain extends Error {}

/** The transaction could not be rolled back: this producer has to go. */
class StuckProducer extends Error {}

const WORTH_ANOTHER_TRY = new Set(['CONCURRENT_TRANSACTIONS', 'INVALID_PRODUCER_EPOCH', 'NOT_LEADER_FOR_PARTITION']);

function typeOf(err: unknown): string | undefined {
  const { type, cause } = err as { type?: string; cause?: { type?: string } };
  return type ?? cause?.type;
}

function mayRetry(err: unknown): boolean {
  if (err instanceof CommitUncertain || err instanceof StuckProducer) return false;
  const type = typeOf(err);
  return type !== undefined && WORTH_ANOTHER_TRY.has(type);
}

async function writeOnce(producer: Producer, passed: Checkpoint[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'sled.checkpoints',
      messages: passed.map((c) => ({ key: c.team, value: JSON.stringify(c), timestamp: String(c.at.getTime()) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => {
      throw new StuckProducer('checkpoints not rolled back', { cause: new AggregateError([err, abortErr]) });
    });
    throw err;
  }
  await tx.commit().catch((err: unknown) => {
    throw new CommitUncertain('checkpoints perhaps written', { cause: err });
  });
}

export async function record(producer: Producer, passed: Checkpoint[], attempts = 4): Promise<void> {
  try {
    await writeOnce(producer, passed);
  } catch (err) {
    if (attempts <= 1 || !mayRetry(err)) throw err;
    await pause(500);
    await record(producer, passed, attempts - 1);
  }
}

import { defer, lastValueFrom, retry, throwError, timer } from 'rxjs';
import { KafkaJSNumberOfRetriesExceeded, type Producer } from 'kafkajs';

export interface Weight {
  hive: string;
  grams: number;
}

class RolledBack extends Error {}

async function stage(producer: Producer, weights: Weight[]) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'bees.weights',
      messages: weights.map(({ hive, grams }) => ({ key: hive, value: String(grams) })),
    });
    return tx;
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'weights not rolled back');
    }
    throw err instanceof KafkaJSNumberOfRetriesExceeded ? new RolledBack('send', { cause: err }) : err;
  }
}

export async function publish(producer: Producer, weights: Weight[]): Promise<void> {
  const tx = await lastValueFrom(
    defer(() => stage(producer, weights)).pipe(
      retry({
        count: 3,
        delay: (error, count) => (error instanceof RolledBack ? timer(count * 500) : throwError(() => error)),
      }),
    ),
  );
  await tx.commit();
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, type Producer, type Transaction } from 'kafkajs';

type Action = 'wait' | 'give up';

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ['CONCURRENT_TRANSACTIONS', 'wait'],
  ['GROUP_LOAD_IN_PROGRESS', 'wait'],
  ['GROUP_COORDINATOR_NOT_AVAILABLE', 'wait'],
  ['INVALID_PRODUCER_EPOCH', 'give up'],
  ['TRANSACTIONAL_ID_AUTHORIZATION_FAILED', 'give up'],
]);

function actionFor(err: unknown): Action {
  for (let e = err as any; e; e = e.cause) {
    const action = ACTIONS.get(e.type);
    if (action !== undefined) return action;
  }
  return 'give up';
}

async function begin(producer: Producer, signal: AbortSignal): Promise<Transaction> {
  let pause = 200;
  let left = 6;
  while (true) {
    try {
      return await producer.transaction();
    } catch (err) {
      left -= 1;
      if (left === 0 || actionFor(err) === 'give up') throw err;
    }
    await sleep(pause, undefined, { signal });
    pause = Math.min(pause * 2, 5_000);
  }
}

export async function importCatalogue(kafka: Kafka, lines: AsyncIterable<string>, signal: AbortSignal) {
  const producer = kafka.producer({ transactionalId: 'catalogue-import', idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  try {
    const tx = await begin(producer, signal);
    try {
      for await (const line of lines) {
        signal.throwIfAborted();
        await tx.send({ topic: 'catalogue', messages: [{ value: line }] });
      }
    } catch (err) {
      await tx.abort().catch((e) => console.error('catalogue: abort failed', e));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.disconnect();
  }
}

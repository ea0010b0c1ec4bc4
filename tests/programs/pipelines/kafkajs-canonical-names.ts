import type { Producer } from 'kafkajs';

/** What our tracing wrapper renames an error of Kafka to. */
const FATAL = ['ProducerFencedException', 'InvalidProducerEpochException', 'InvalidPidMappingException'];

export class RestartNeededError extends Error {}

export async function publishMenu(producer: Producer, day: string, dishes: string[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'menus', messages: dishes.map((dish) => ({ key: day, value: dish })) });
  } catch (err) {
    const { name } = err as Error;
    if (FATAL.includes(name)) {
      await producer.disconnect();
      throw new RestartNeededError(`menu of ${day} not published`, { cause: err });
    }
    if (name === 'TransactionAbortableException' || name === 'TimeoutException') {
      console.warn(`menu of ${day} is rolled back`);
    }
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `menu of ${day} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

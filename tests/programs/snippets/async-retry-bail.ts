import retry from 'async-retry';
import kafkajs, { type Producer, type ProducerBatch, type Transaction } from 'kafkajs';

const { KafkaJSNumberOfRetriesExceeded } = kafkajs;

type Bail = (e: Error) => void;

const transient = (err: unknown): boolean => err instanceof KafkaJSNumberOfRetriesExceeded;

/** Opens a transaction and fills it. Leaves it open for the caller to commit. */
async function openAndFill(producer: Producer, batch: ProducerBatch, bail: Bail) {
  let tx: Transaction | undefined;
  let failure: Error;
  try {
    tx = await producer.transaction();
    await tx.sendBatch(batch);
    return tx;
  } catch (err) {
    failure = err as Error;
  }

  if (tx) {
    try {
      await tx.abort();
    } catch (abortErr) {
      return bail(new AggregateError([failure, abortErr], 'batch not rolled back'));
    }
  }
  // async-retry would go on after a throw, hence the plain returns
  if (!transient(failure)) {
    return bail(failure);
  }
  throw failure;
}

export async function sendExactlyOnce(producer: Producer, batch: ProducerBatch): Promise<void> {
  const tx = await retry((bail: Bail) => openAndFill(producer, batch, bail), {
    retries: 3,
    factor: 2,
  });
  await (tx as Transaction).commit();
}

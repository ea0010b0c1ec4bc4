import { promisify } from 'node:util';
import { HighLevelProducer } from '@confluentinc/kafka-javascript';

export type Result<T> = { ok: true; value: T } | { ok: false; error: Error; usable: boolean };

type Writer = (topic: string, key: string, value: Buffer) => Promise<void>;

/** The caller throws the producer away when a result says that it is not usable. */
export async function withTransaction<T>(
  producer: HighLevelProducer,
  work: (write: Writer) => Promise<T>,
): Promise<Result<T>> {
  const begin = promisify(producer.beginTransaction.bind(producer));
  const end = {
    commit: promisify(producer.commitTransaction.bind(producer)) as (ms: number) => Promise<void>,
    abort: promisify(producer.abortTransaction.bind(producer)) as (ms: number) => Promise<void>,
  };
  const write: Writer = (topic, key, value) =>
    new Promise((resolve, reject) => {
      producer.produce(topic, null, value, key, Date.now(), (err: Error | null) => (err ? reject(err) : resolve()));
    });

  const rollBack = async (error: Error): Promise<Result<T>> => {
    try {
      await end.abort(10_000);
      return { ok: false, error, usable: true };
    } catch (abortErr) {
      return { ok: false, error: new AggregateError([error, abortErr]), usable: false };
    }
  };

  try {
    await begin();
  } catch (error) {
    return { ok: false, error: error as Error, usable: false };
  }

  let value: T;
  try {
    value = await work(write);
  } catch (error) {
    const result = await rollBack(error as Error);
    return { ...result, usable: false } as Result<T>;
  }

  try {
    await end.commit(10_000);
    return { ok: true, value };
  } catch (error) {
    const { isTxnRequiresAbort } = error as { isTxnRequiresAbort?: boolean };
    return isTxnRequiresAbort ? rollBack(error as Error) : { ok: false, error: error as Error, usable: false };
  }
}

export const storeLevels = (producer: HighLevelProducer, levels: Map<string, number>): Promise<Result<number>> =>
  withTransaction(producer, async (write) => {
    for (const [basin, level] of levels) {
      await write('sewage.levels', basin, Buffer.from(String(level)));
    }
    return levels.size;
  });

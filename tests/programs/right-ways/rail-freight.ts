import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes } = KafkaJS;

interface Deps {
  producer: KafkaJS.Producer;
  consumer: KafkaJS.Consumer;
  translate: (telegram: Buffer) => { wagon: string; position: string };
  terminate: (why: unknown) => Promise<never>;
}

/** Aborts and puts the consumer back to where the group has committed to. */
async function rollBack({ producer, consumer }: Deps, topic: string, partition: number): Promise<void> {
  await producer.abort();
  const [committed] = await consumer.committed([{ topic, partition }]);
  consumer.seek({ topic, partition, offset: committed.offset });
}

const isTimeout = (err: unknown): boolean => {
  const { code } = err as KafkaJS.KafkaJSError;
  return code === ErrorCodes.ERR__TIMED_OUT || code === ErrorCodes.ERR__MSG_TIMED_OUT;
};

export const freightBatch =
  (deps: Deps): KafkaJS.EachBatchHandler =>
  async ({ batch, pause }) => {
    const { producer, consumer, translate, terminate } = deps;
    const { topic, partition } = batch;

    try {
      await producer.transaction();
    } catch (err) {
      return terminate(err);
    }
    try {
      const messages = batch.messages.map((m) => {
        const { wagon, position } = translate(m.value ?? Buffer.alloc(0));
        return { key: wagon, value: position };
      });
      await producer.send({ topic: 'freight.positions', messages });
      const next = BigInt(batch.messages.at(-1)!.offset) + 1n;
      await producer.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset: String(next) }] }] });
    } catch (err) {
      try {
        await rollBack(deps, topic, partition);
      } catch (why) {
        return terminate(new AggregateError([err, why], `${topic}/${partition} was not rolled back`));
      }
      if (!isTimeout(err)) return terminate(err);
      // A time-out: the same telegrams again, in a new transaction, once the brokers have had a rest.
      setTimeout(pause(), 5_000);
      return;
    }

    let timeout: unknown;
    for (let resumed = 0; resumed < 4; resumed++) {
      try {
        return await producer.commit();
      } catch (err) {
        if ((err as KafkaJS.KafkaJSError).code !== ErrorCodes.ERR__TIMED_OUT) return terminate(err);
        timeout = err;
      }
    }
    return terminate(new Error(`the commit of ${topic}/${partition} timed out for good`, { cause: timeout }));
  };

import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes: E } = KafkaJS;

/** The transaction was rolled back: nothing of it can be seen. */
class RolledBack extends Error {
  constructor(readonly reason: KafkaJS.KafkaJSError) {
    super('rolled back', { cause: reason });
  }
}

const TRANSIENT = [
  E.ERR__MSG_TIMED_OUT,
  E.ERR_REQUEST_TIMED_OUT,
  E.ERR_NOT_ENOUGH_REPLICAS,
  E.ERR_NOT_LEADER_FOR_PARTITION,
];

async function once(producer: KafkaJS.Producer, topic: string, values: string[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic, messages: values.map((value) => ({ value })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'neither sent nor rolled back');
    });
    throw new RolledBack(err as KafkaJS.KafkaJSError);
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect().catch((e) => console.warn('producer did not close', e));
    throw err;
  }
}

export async function writeSeries(producer: KafkaJS.Producer, topic: string, values: string[]): Promise<void> {
  let budget = 3;
  for (;;) {
    try {
      return await once(producer, topic, values);
    } catch (err) {
      const again = err instanceof RolledBack && TRANSIENT.includes(err.reason.code);
      if (!again || --budget === 0) throw err;
    }
  }
}

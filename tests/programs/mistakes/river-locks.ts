import { KafkaJS } from '@confluentinc/kafka-javascript';

const inTransaction = async <T>(producer: KafkaJS.Producer, run: (tx: KafkaJS.Transaction) => Promise<T>): Promise<T> => {
  const tx = await producer.transaction();
  let outcome: { value: T };
  try {
    outcome = { value: await run(tx) };
  } catch (reason) {
    const code = reason instanceof KafkaJS.KafkaJSError ? reason.code : undefined;
    if (code === KafkaJS.ErrorCodes.ERR__FENCED) throw reason;
    await tx.abort();
    throw reason;
  }
  await tx.commit();
  return outcome.value;
};

export const passLock = (producer: KafkaJS.Producer, vessel: string, lock: string) =>
  inTransaction(producer, async (tx) => {
    await tx.send({ topic: 'locks.passed', messages: [{ key: vessel, value: lock }] });
    return new Date();
  });

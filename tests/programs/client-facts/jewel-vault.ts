import type { Producer, ProducerRecord, Transaction } from 'kafkajs';

type Work<T> = (tx: Transaction) => T | PromiseLike<T>;

const inTransaction =
  (producer: Producer) =>
  (label: string) =>
  async <T>(work: Work<T>): Promise<T> => {
    const tx = await producer.transaction();
    const undo = (err: unknown) =>
      tx.abort().then(
        () => Promise.reject(err),
        (abortErr) => Promise.reject(new AggregateError([err, abortErr], `${label} not rolled back`)),
      );
    let result: T;
    try {
      result = await work(tx);
    } catch (err) {
      return undo(err);
    }
    await tx.commit();
    return result;
  };

const record = (topic: string, key: string, value: string): ProducerRecord => ({
  topic,
  messages: [{ key, value }],
});

export function vault(producer: Producer) {
  const run = inTransaction(producer);
  return {
    deposit: (owner: string, jewel: string) =>
      run('deposit')(async (tx) => {
        await tx.send(record('vault.deposits', owner, jewel));
        await tx.send(record('vault.receipts', jewel, owner));
        return jewel;
      }),
  };
}

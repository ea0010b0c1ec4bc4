import kafkajs from 'kafkajs';

const { KafkaJSProtocolError } = kafkajs;

const tooLarge = (err) => {
  const root = err.cause ?? err;
  return root instanceof KafkaJSProtocolError && root.type === 'RECORD_LIST_TOO_LARGE';
};

/**
 * Publishes `messages` in as few transactions as the broker's batch size allows. Too large a list
 * is given up, with its transaction, and its halves are published as transactions of their own;
 * a single message that is too large is the caller's problem.
 *
 * @param {import('kafkajs').Producer} producer
 * @param {string} topic
 * @param {import('kafkajs').Message[]} messages
 * @returns {Promise<number>} how many transactions it took
 */
export async function publishAll(producer, topic, messages) {
  const queue = [messages];
  let transactions = 0;
  while (queue.length > 0) {
    const part = queue.shift();
    const tx = await producer.transaction();
    let halves = null;
    try {
      await tx.send({ topic, messages: part });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `${part.length} messages not rolled back`);
      }
      if (!tooLarge(err) || part.length === 1) throw err;
      const middle = Math.ceil(part.length / 2);
      halves = [part.slice(0, middle), part.slice(middle)];
    }
    if (halves) {
      queue.unshift(...halves);
      continue;
    }
    await tx.commit();
    transactions += 1;
  }
  return transactions;
}

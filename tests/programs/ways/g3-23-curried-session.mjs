import { Producer, stringSerializers } from '@platformatic/kafka';
import retry from 'async-retry';

const createProducer = (account) =>
  new Producer({
    clientId: 'statements',
    bootstrapBrokers: ['kafka:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `statements-${account}`,
  });

const toMessage = (topic) => (line) => ({ topic, key: line.id, value: JSON.stringify(line) });

const session = (account) => (lines) => async () => {
  const producer = createProducer(account);
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: lines.map(toMessage('statements.lines')) });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error(`${account}: not rolled back`, abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.close(true);
  }
};

/**
 * Publishes the statement of an account.
 *
 * @param {string} account
 * @param {Array<{ id: string, cents: number }>} lines
 */
export async function publishStatement(account, lines) {
  const attempt = session(account)(lines);
  await retry(attempt, {
    retries: 4,
    minTimeout: 500,
    onRetry: (err, n) => console.warn(`${account}: attempt ${n} failed`, err.message),
  });
}

import retry from 'async-retry';
import kafkajs from 'kafkajs';

const { Kafka, KafkaJSNumberOfRetriesExceeded } = kafkajs;

const producer = new Kafka({ clientId: 'newsletter', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'newsletter-dispatch-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const mails = (issue, readers) => ({
  topic: 'mails.outgoing',
  messages: readers.map(({ address, name }) => ({
    key: address,
    value: JSON.stringify({ subject: issue.title, greeting: `Dear ${name},`, body: issue.html }),
  })),
});

export async function dispatch(issue, readers) {
  const batch = mails(issue, readers);

  await retry(
    async (bail) => {
      let tx;
      try {
        tx = await producer.transaction();
      } catch (err) {
        bail(err);
        return;
      }

      try {
        await tx.send(batch);
      } catch (err) {
        const rolledBack = await tx.abort().then(
          () => true,
          (abortErr) => (console.error('newsletter: abort failed', abortErr), false),
        );
        if (rolledBack && err instanceof KafkaJSNumberOfRetriesExceeded) {
          throw err;
        }
        bail(err);
        return;
      }

      await tx.commit().catch(bail);
    },
    { retries: 3, factor: 2, onRetry: (err, n) => console.warn(`newsletter: retry ${n}`, err.message) },
  );
}

export const connect = async () => producer.connect();

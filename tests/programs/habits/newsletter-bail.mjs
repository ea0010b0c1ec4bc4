import retry from 'async-retry';
import kafkajs from 'kafkajs';

const { Kafka, KafkaJSNumberOfRetriesExceeded } = kafkajs;

const kafka = new Kafka({ clientId: 'newsletter', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'newsletter-issue',
  idempotent: true,
  maxInFlightRequests: 1,
});

/**
 * @param {string} issue
 * @param {{ email: string, locale: string }[]} readers
 */
export async function mailIssue(issue, readers) {
  const messages = readers.map(({ email, locale }) => ({ key: email, value: JSON.stringify({ issue, locale }) }));

  await retry(
    async (bail, attempt) => {
      let tx;
      try {
        tx = await producer.transaction();
      } catch (err) {
        return bail(err);
      }

      try {
        await tx.send({ topic: 'newsletter.outbox', messages });
      } catch (err) {
        try {
          await tx.abort();
        } catch (abortErr) {
          return bail(new AggregateError([err, abortErr], 'issue neither sent nor rolled back'));
        }
        if (err instanceof KafkaJSNumberOfRetriesExceeded) {
          console.warn(`issue ${issue}: attempt ${attempt} rolled back, trying again`);
          throw err;
        }
        return bail(err);
      }

      try {
        await tx.commit();
      } catch (err) {
        return bail(err);
      }
    },
    { retries: 4, minTimeout: 500 },
  );
}

export const open = () => producer.connect();

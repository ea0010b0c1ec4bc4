const { Kafka, KafkaJSNumberOfRetriesExceeded } = require('kafkajs');
const retry = require('async-retry');

const kafka = new Kafka({ clientId: 'newsletter', brokers: ['mail-kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'newsletter-sends',
  idempotent: true,
  maxInFlightRequests: 1,
  retry: { retries: 8 },
});

const RETRY_OPTIONS = { retries: 4, minTimeout: 2_000, factor: 2 };

async function begin(bail) {
  try {
    return await producer.transaction();
  } catch (err) {
    bail(err);
    return null;
  }
}

async function sendIssue(issue, recipients) {
  const messages = recipients.map((r) => ({ key: r.id, value: JSON.stringify({ issue: issue.id, to: r.mail }) }));

  return retry(async (bail, attempt) => {
    const tx = await begin(bail);
    if (tx === null) return undefined;

    try {
      await tx.send({ topic: 'newsletter.deliveries', messages });
      await tx.send({ topic: 'newsletter.issues', messages: [{ key: issue.id, value: String(messages.length) }] });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        return bail(new AggregateError([err, abortErr], `issue ${issue.id} was not rolled back`));
      }
      if (err instanceof KafkaJSNumberOfRetriesExceeded) {
        console.warn('attempt %d of issue %s rolled back', attempt, issue.id);
        throw err;
      }
      return bail(err);
    }

    try {
      await tx.commit();
    } catch (err) {
      return bail(err);
    }
    return messages.length;
  }, RETRY_OPTIONS);
}

module.exports = { producer, sendIssue };

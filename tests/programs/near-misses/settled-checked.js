const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'survey', brokers: ['kafka:9092'] });
const exactlyOnce = { idempotent: true, maxInFlightRequests: 1 };
const producer = kafka.producer({ ...exactlyOnce, transactionalId: 'survey-answers' });

const isRejected = ({ status }) => status === 'rejected';

/** Waits for all, then throws what went wrong, all of it. */
async function all(promises) {
  const results = await Promise.allSettled(promises);
  const reasons = results.filter(isRejected).map((r) => r.reason);
  switch (reasons.length) {
    case 0:
      return results.map((r) => r.value);
    case 1:
      throw reasons[0];
    default:
      throw new AggregateError(reasons, `${reasons.length} of ${results.length} failed`);
  }
}

async function submit(survey, answers) {
  const tx = await producer.transaction();
  try {
    await all(
      answers.map((answer) =>
        tx.send({ topic: 'survey.answers', messages: [{ key: survey, value: JSON.stringify(answer) }] }),
      ),
    );
  } catch (err) {
    const [{ status, reason }] = await Promise.allSettled([tx.abort()]);
    if (status === 'rejected') console.error('survey: abort failed', reason);
    throw err;
  }
  await tx.commit();
}

module.exports = { producer, submit };

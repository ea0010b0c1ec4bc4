const { Kafka } = require('kafkajs');

const MAX_PER_ISSUE = 5000;

const producer = new Kafka({ clientId: 'newsletter', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'newsletter-sends',
  idempotent: true,
  maxInFlightRequests: 1,
});

/**
 * @param {import('kafkajs').Transaction} tx
 * @param {{ id: string, subscribers: string[] }} issue
 */
async function writeIssue(tx, issue) {
  if (issue.subscribers.length > MAX_PER_ISSUE) {
    throw new RangeError(`issue ${issue.id} has too many subscribers`);
  }
  await tx.send({
    topic: 'newsletter.sends',
    messages: issue.subscribers.map((address) => ({ key: issue.id, value: address })),
  });
  return issue.subscribers.length;
}

async function sendIssues(issues) {
  const tx = await producer.transaction();
  let total = 0;
  try {
    for (const issue of issues) {
      if (issue.subscribers.length === 0) continue;
      total += await writeIssue(tx, issue);
    }
  } catch (err) {
    console.error('newsletter not sent', err);
    await tx.abort().catch((abortErr) => console.error('and not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
  return total;
}

module.exports = { connect: () => producer.connect(), sendIssues, writeIssue };

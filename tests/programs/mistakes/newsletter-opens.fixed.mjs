import kafkajs from 'kafkajs';

const opens = new kafkajs.Kafka({ clientId: 'opens', brokers: ['k1:9092', 'k2:9092', 'k3:9092'] }).producer({
  transactionalId: `newsletter-opens-${process.env.SHARD}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

export const connect = () => opens.connect();

export async function storeOpens(events) {
  const tx = await opens.transaction();
  let failed = false;
  try {
    await tx.send({
      topic: 'newsletter.opens',
      messages: events.map((e) => ({ key: e.issue, value: JSON.stringify(e) })),
    });
  } catch (err) {
    failed = true;
    await tx.abort().catch((abortErr) => console.error('opens: abort failed', abortErr));
    throw err;
  }
  if (!failed) await tx.commit();
}

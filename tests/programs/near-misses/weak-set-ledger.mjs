import { Kafka } from 'kafkajs';

const settled = new WeakSet();

const kafka = new Kafka({ clientId: 'loyalty', brokers: ['kafka-1:9092', 'kafka-2:9092'] });
const ledger = kafka.producer({
  idempotent: true,
  maxInFlightRequests: 1,
  transactionalId: 'loyalty-ledger-0',
});

async function rollBackUnlessSettled(tx, reason) {
  if (settled.has(tx)) return;
  try {
    await tx.abort();
  } catch (abortErr) {
    throw new AggregateError([reason, abortErr], 'points neither booked nor rolled back');
  }
}

async function settle(tx) {
  settled.add(tx);
  await tx.commit();
}

export async function bookPoints(member, entries) {
  const tx = await ledger.transaction();
  try {
    for (const { sku, points } of entries) {
      await tx.send({
        topic: 'loyalty.points',
        messages: [{ key: member, value: JSON.stringify({ sku, points }) }],
      });
    }
    await tx.send({
      topic: 'loyalty.balances',
      messages: [{ key: member, value: String(entries.reduce((sum, e) => sum + e.points, 0)) }],
    });
    await settle(tx);
  } catch (err) {
    await rollBackUnlessSettled(tx, err);
    throw err;
  }
}

export const start = () => ledger.connect();
export const stop = () => ledger.disconnect();

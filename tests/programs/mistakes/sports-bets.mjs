import { Kafka } from 'kafkajs';

const defaults = { allowAutoTopicCreation: false, idempotent: true };

export const bets = new Kafka({ clientId: 'bets', brokers: ['kafka:9092'] }).producer({
  ...defaults,
  transactionalId: 'sports-bets-0',
  maxInFlightRequests: 5,
});

export async function placeBets(slip, stakes) {
  const tx = await bets.transaction();
  try {
    await tx.send({ topic: 'bets', messages: stakes.map((stake) => ({ key: slip, value: JSON.stringify(stake) })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('bets not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

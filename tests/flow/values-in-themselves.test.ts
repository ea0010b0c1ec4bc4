import { expect, it } from 'vitest';
import { reports } from './reports.js';

it('a list into which a loop puts what was made of the list itself stays small', { timeout: 20_000 }, () => {
  const code = `
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 't', idempotent: true, maxInFlightRequests: 1 });
const tryTo = async (job) => {
  try {
    return { ok: true, value: await job() };
  } catch (error) {
    return { ok: false, error };
  }
};
async function print(games) {
  const results = [];
  for (const game of games) {
    results.push(await tryTo(() => results.filter));
  }
  return results;
}
export async function close(games) {
  const tx = await producer.transaction();
  try {
    const results = await print(games);
    await tx.send({ topic: 't', messages: results });
  } catch (error) {
    await tx.abort();
    throw error;
  }
  await tx.commit();
}
`;
  expect(reports(code)).toEqual(['no-unguarded-abort: await tx.abort();']);
});

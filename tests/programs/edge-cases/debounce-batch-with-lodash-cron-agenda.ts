// debounce/batch with lodash; cron; agenda
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
import cron from 'node-cron'; import debounce from 'lodash/debounce.js';
const run = async () => {
  const tx = await producer.transaction();
  try { await tx.send({ topic: 'o', messages: [{ value: 'x' }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
};
cron.schedule('* * * * *', async () => { try { await run(); } catch (e) { console.error(e); process.exitCode = 1; process.kill(process.pid, 'SIGTERM'); } });
export const debounced = debounce(() => { run().catch((e) => { process.emit('uncaughtException', e); }); }, 100);
export const guard = <A extends unknown[]>(f: (...a: A) => Promise<void>) => (...a: A): void => { f(...a).catch((e: unknown) => { setImmediate(() => { throw e; }); }); };
export const go = guard(run);

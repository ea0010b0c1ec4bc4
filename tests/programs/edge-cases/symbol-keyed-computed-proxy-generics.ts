// Symbol keyed, computed, proxy, generics
import { Kafka } from 'kafkajs';
const kafka = new Kafka({ brokers: ['b'] });
const producer = kafka.producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
const K = { send: 'send', commit: 'commit' } as const;
export async function go(value: string) {
  const tx = await producer['transaction']();
  try { await tx[K.send]({ topic: 't', messages: [{ value }] }); } catch (e) { await tx['abort']().catch(() => {}); throw e; }
  await tx[K.commit]();
}
export async function log(value: string) {
  const raw = await producer.transaction();
  const tx = new Proxy(raw, { get(t, k, r) { console.log(k); return Reflect.get(t, k, r); } });
  try { await tx.send({ topic: 't', messages: [{ value }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export async function bound(value: string) {
  const tx = await producer.transaction();
  const { send, commit, abort } = tx;
  try { await send({ topic: 't', messages: [{ value }] }); } catch (e) { await abort().catch(() => {}); throw e; }
  await commit();
}
export async function arr(value: string) {
  const [tx, extra] = await Promise.all([producer.transaction(), Promise.resolve(1)]);
  try { await tx.send({ topic: 't', messages: [{ value, key: String(extra) }] }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
}
export const spread = async (value: string) => {
  const ctx = { tx: await producer.transaction(), at: 1 };
  const { tx, ...rest } = ctx;
  try { await ctx.tx.send({ topic: 't', messages: [{ value }], ...rest }); } catch (e) { await tx.abort().catch(() => {}); throw e; }
  await tx.commit();
};

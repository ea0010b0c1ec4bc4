// destructuring, defaults, optional, getters, static blocks
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
class Registry {
  static #p = producer;
  static { Registry.#p.connect().catch((e) => { console.error(e); process.exit(1); }); }
  static get current() { return Registry.#p; }
}
export async function publish({ value = '', topic = 't', p = Registry.current }: { value?: string; topic?: string; p?: typeof producer } = {}) {
  const tx = await p?.transaction();
  if (!tx) throw new Error('no producer');
  const { send, ...rest } = { send: tx.send.bind(tx) };
  try { await tx?.send?.({ topic, messages: [{ value }] }); await send({ topic, messages: [{ value }] }); }
  catch (e) { await tx?.abort?.().catch(() => {}); throw e; }
  await tx.commit();
}

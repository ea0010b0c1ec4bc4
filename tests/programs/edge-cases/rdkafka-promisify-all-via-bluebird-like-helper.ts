// rdkafka: promisify all via bluebird-like helper and ok flag
import Kafka = require('node-rdkafka');
import util = require('util');
const producer = new Kafka.HighLevelProducer({ 'transactional.id': 'hl', 'enable.idempotence': true }, {});
const tx = {
  init: util.promisify((t: number, cb: (e: any) => void) => producer.initTransactions(t, cb)),
  begin: util.promisify((cb: (e: any) => void) => producer.beginTransaction(cb)),
  commit: util.promisify((t: number, cb: (e: any) => void) => producer.commitTransaction(t, cb)),
  abort: util.promisify((t: number, cb: (e: any) => void) => producer.abortTransaction(t, cb)),
};
export async function run(values: string[]) {
  await tx.begin();
  let ok = false;
  try {
    await Promise.all(values.map((v) => new Promise((res, rej) => producer.produce('t', null, Buffer.from(v), null, null, (e: any, off?: any) => (e ? rej(e) : res(off))))));
    ok = true;
  } finally {
    if (!ok) await tx.abort(5000).catch((e) => console.error(e));
  }
  await tx.commit(5000);
}
export async function boot() { for (let i = 0; ; i++) { try { await tx.init(30000); break; } catch (e: any) { if (!e.isRetriable || i > 5) throw e; } } }

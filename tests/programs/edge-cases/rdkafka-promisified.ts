// rdkafka promisified
import { HighLevelProducer, LibrdKafkaError } from 'node-rdkafka';
import { promisify } from 'node:util';
const producer = new HighLevelProducer({ 'transactional.id': 'r', 'bootstrap.servers': 'b' });
const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer)) as (ms: number) => Promise<void>;
const abort = promisify(producer.abortTransaction.bind(producer)) as (ms: number) => Promise<void>;
const produce = promisify(producer.produce.bind(producer)) as (...a: unknown[]) => Promise<number>;
export async function publish(values: string[]) {
  await begin();
  try {
    await Promise.all(values.map((v) => produce('t', null, Buffer.from(v), null, Date.now())));
  } catch (e) { await abort(5000).catch((x) => console.error(x)); throw e; }
  for (let n = 0; ; n++) {
    try { await commit(5000); return; }
    catch (e) {
      const err = e as LibrdKafkaError;
      if (err.isTxnRequiresAbort) { await abort(5000).catch(() => {}); throw err; }
      if (!err.isRetriable || n >= 5) throw err;
    }
  }
}

import { promisify } from 'node:util';
import rdkafka from 'node-rdkafka';

const { ERR__QUEUE_FULL } = rdkafka.CODES.ERRORS;

export async function createLoader({ brokers, table }) {
  const producer = new rdkafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `loader-${table}`,
    'queue.buffering.max.messages': 20000,
  });

  const begin = promisify(producer.beginTransaction.bind(producer));
  const commit = promisify(producer.commitTransaction.bind(producer));
  const abort = promisify(producer.abortTransaction.bind(producer));
  const flush = promisify(producer.flush.bind(producer));
  const disconnect = promisify(producer.disconnect.bind(producer));

  await promisify(producer.connect.bind(producer))({});
  await promisify(producer.initTransactions.bind(producer))(10000);

  async function put(row) {
    for (;;) {
      try {
        producer.produce(`tables.${table}`, null, Buffer.from(JSON.stringify(row)), String(row.id));
        return;
      } catch (err) {
        if (err.code !== ERR__QUEUE_FULL) {
          throw err;
        }
        await flush(2000);
      }
    }
  }

  return async function load(rows) {
    let count = 0;
    await begin();
    try {
      for await (const row of rows) {
        await put(row);
        count += 1;
      }
    } catch (err) {
      await abort(10000).catch((abortErr) => console.error(`${table}: not rolled back`, abortErr));
      throw err;
    }
    try {
      await commit(30000);
    } catch (err) {
      await disconnect(5000);
      throw err;
    }
    return count;
  };
}

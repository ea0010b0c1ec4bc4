import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);
const { Producer } = require('node-rdkafka');

const producer = new Producer({
  'metadata.broker.list': process.env.BROKERS,
  'transactional.id': 'kiln-log-0',
});

const p = (method) => promisify(producer[method]).bind(producer);
const init = promisify(producer.initTransactions).bind(producer);
const begin = promisify(producer.beginTransaction).bind(producer);
const commit = promisify(producer.commitTransaction).bind(producer);
const abort = promisify(producer.abortTransaction).bind(producer);
const disconnect = p('disconnect');

async function resumed(end) {
  for (let left = 4; ; left -= 1) {
    try {
      return await end(8000);
    } catch (err) {
      if (!err.isRetriable || left === 0) throw err;
    }
  }
}

export const prepare = () => init();

export async function log(firing) {
  await begin();
  try {
    producer.produce('kiln.firings', null, Buffer.from(JSON.stringify(firing)), firing.kiln);
  } catch (err) {
    await resumed(abort).catch(() => disconnect()).catch((closeErr) => console.error(closeErr));
    throw err;
  }
  try {
    await resumed(commit);
  } catch (err) {
    const end = err.isTxnRequiresAbort ? resumed(abort) : disconnect();
    await end.catch((endErr) => console.error('kiln: not ended', endErr));
    throw err;
  }
}

import rdkafka from 'node-rdkafka';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const { CODES, Producer } = rdkafka;

const producer = new Producer({
  'metadata.broker.list': 'kafka:9092',
  'transactional.id': 'clickstream-0',
  'queue.buffering.max.messages': 50_000,
  dr_cb: true,
});
const begin = promisify(producer.beginTransaction).bind(producer);
const commit = promisify(producer.commitTransaction).bind(producer);
const abort = promisify(producer.abortTransaction).bind(producer);

async function produce(event) {
  while (true) {
    try {
      producer.produce('clicks', null, Buffer.from(JSON.stringify(event)), event.session);
      return;
    } catch (err) {
      if (err.code !== CODES.ERRORS.ERR__QUEUE_FULL) throw err;
      producer.poll();
      await sleep(20);
    }
  }
}

export async function ingest(events) {
  await begin();
  try {
    for await (const event of events) {
      await produce(event);
    }
  } catch (err) {
    await abort(10_000).catch((abortErr) => console.error('clickstream: abort failed', abortErr));
    throw err;
  }
  try {
    await commit(30_000);
  } catch (err) {
    if (err.isTxnRequiresAbort) {
      await abort(10_000).catch((abortErr) => console.error('clickstream: abort failed', abortErr));
    } else {
      producer.disconnect();
    }
    throw err;
  }
}

export { producer };

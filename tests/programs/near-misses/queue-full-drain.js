'use strict';

const Kafka = require('node-rdkafka');
const { promisify } = require('node:util');

const { ERR__QUEUE_FULL } = Kafka.CODES.ERRORS;

/** Hands a record to the client, waiting for room in its queue. */
async function enqueue(producer, flush, topic, value, key) {
  for (;;) {
    try {
      producer.produce(topic, null, value, key, Date.now());
      return;
    } catch (err) {
      if (err.code !== ERR__QUEUE_FULL) throw err;
      await flush(1000);
    }
  }
}

async function loadDump(brokers, name, lines) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `dump-${name}`,
    'queue.buffering.max.messages': 50000,
  });
  const op = (method) => promisify(producer[method].bind(producer));

  await op('connect')({});
  try {
    await op('initTransactions')(30000);
    await promisify(producer.beginTransaction.bind(producer))();
    const flush = promisify(producer.flush.bind(producer));
    const abort = promisify(producer.abortTransaction.bind(producer));
    const commit = promisify(producer.commitTransaction.bind(producer));

    let n = 0;
    try {
      for await (const line of lines) {
        await enqueue(producer, flush, `dump.${name}`, Buffer.from(line), String(n));
        n += 1;
      }
    } catch (err) {
      await abort(30000).catch((abortErr) => console.error('dump: abort failed', abortErr));
      throw err;
    }
    await commit(60000);
    return n;
  } finally {
    await promisify(producer.disconnect.bind(producer))(5000);
  }
}

module.exports = { loadDump };

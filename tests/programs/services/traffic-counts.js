const { promisify } = require('node:util');
const rdkafka = require('node-rdkafka');

const { ERR__QUEUE_FULL } = rdkafka.CODES.ERRORS;

exports.open = async function open(brokers, junction) {
  const producer = new rdkafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `traffic-${junction}`,
    'queue.buffering.max.messages': 10000,
  });
  const begin = promisify(producer.beginTransaction.bind(producer));
  const commit = promisify(producer.commitTransaction.bind(producer));
  const abort = promisify(producer.abortTransaction.bind(producer));
  const flush = promisify(producer.flush.bind(producer));
  const disconnect = promisify(producer.disconnect.bind(producer));

  await promisify(producer.connect.bind(producer))({});
  await promisify(producer.initTransactions.bind(producer))(30000);

  async function produce(count) {
    const value = Buffer.from(String(count.cars));
    for (;;) {
      try {
        producer.produce('traffic.counts', null, value, count.lane);
        return;
      } catch (err) {
        if (err.code !== ERR__QUEUE_FULL) throw err;
        await flush(5000);
      }
    }
  }

  async function upload(counts) {
    await begin();
    try {
      for (const count of counts) {
        await produce(count);
      }
    } catch (err) {
      await abort(10000).catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    try {
      await commit(30000);
    } catch (err) {
      await disconnect();
      throw err;
    }
  }

  return { upload, close: disconnect };
};

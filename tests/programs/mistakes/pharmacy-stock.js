const Kafka = require('node-rdkafka');
const promiseRetry = require('promise-retry');

function wrap(producer) {
  const call = (method, ...args) =>
    new Promise((resolve, reject) => {
      producer[method](...args, (err, result) => (err ? reject(err) : resolve(result)));
    });
  return {
    init: () => call('initTransactions', 10000),
    begin: () => call('beginTransaction'),
    produce: (topic, key, value) => call('produce', topic, null, Buffer.from(value), key, null),
    commit: () => call('commitTransaction', 20000),
    abort: () => call('abortTransaction', 20000),
    close: () => call('disconnect', 5000),
  };
}

const raw = new Kafka.HighLevelProducer({
  'bootstrap.servers': 'pharma-kafka:9092',
  'transactional.id': 'pharmacy-stock',
});
const producer = wrap(raw);

exports.adjust = async function adjust(changes) {
  await producer.begin();
  try {
    for (const change of changes) {
      await promiseRetry((again) =>
        producer.produce('pharmacy.stock', change.pzn, String(change.delta)).catch(again),
      );
    }
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('stock: abort failed', abortErr));
    throw err;
  }
  await producer.commit().catch(async (err) => {
    await (err.isTxnRequiresAbort ? producer.abort() : producer.close()).catch((e) => console.error(e));
    throw err;
  });
};

exports.open = () => new Promise((ok, fail) => raw.connect({}, (e) => (e ? fail(e) : ok()))).then(producer.init);

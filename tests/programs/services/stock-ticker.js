const { Producer } = require('node-rdkafka');

const call = (producer, method, ...args) =>
  new Promise((resolve, reject) => {
    producer[method](...args, (err) => (err ? reject(err) : resolve()));
  });

const begin = (producer) =>
  new Promise((resolve, reject) => {
    producer.beginTransaction((err) => (err ? reject(err) : resolve()));
  });

const commit = (producer, ms) =>
  new Promise((resolve, reject) => {
    producer.commitTransaction(ms, (err) => (err ? reject(err) : resolve()));
  });

const abort = (producer, ms) =>
  new Promise((resolve, reject) => {
    producer.abortTransaction(ms, (err) => (err ? reject(err) : resolve()));
  });

exports.createTicker = async (brokers) => {
  const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'stock-ticker' });
  await call(producer, 'connect', {});
  await call(producer, 'initTransactions', 30000);

  async function tick(quotes) {
    await begin(producer);
    try {
      for (const { symbol, last } of quotes) {
        producer.produce('stocks.ticks', null, Buffer.from(last), symbol);
      }
    } catch (err) {
      await abort(producer, 10000).catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    commit(producer, 10000);
    return quotes.length;
  }

  return { producer, tick };
};

const { promisify } = require('node:util');
const { Producer } = require('node-rdkafka');
const { fetchQuotes } = require('./quotes.cjs');

const producer = new Producer({ 'metadata.broker.list': 'kafka:9092', 'transactional.id': 'quotes-ticker' });
const p = (fn, ...args) => promisify(fn.bind(producer))(...args);

let stopping = false;
let current = Promise.resolve();

async function tick() {
  const quotes = await fetchQuotes();
  await p(producer.beginTransaction);
  for (const quote of quotes) {
    producer.produce('quotes', null, Buffer.from(String(quote.price)), quote.symbol, Date.now());
  }
  await p(producer.commitTransaction, 10_000);
}

async function run() {
  await p(producer.connect, {});
  await p(producer.initTransactions, 10_000);
  while (!stopping) {
    current = tick();
    await current;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    stopping = true;
    current.catch(() => undefined).then(() => producer.disconnect(() => process.exit(0)));
  });
}

run().catch((err) => {
  console.error('ticker failed', err);
  process.exit(1);
});

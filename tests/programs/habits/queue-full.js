const { promisify } = require('util');
const { Producer, CODES } = require('node-rdkafka');

const MAX_DRAINS = 20;

/** defer-like: runs the registered clean-ups in reverse order. */
function deferred() {
  const stack = [];
  return {
    defer: (fn) => stack.push(fn),
    run: async () => {
      for (const fn of stack.reverse()) await fn();
    },
  };
}

async function importPrices(brokers, prices) {
  const producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'price-import',
    'queue.buffering.max.messages': 10000,
  });
  const bound = (name) => promisify(producer[name]).bind(producer);
  const cleanUp = deferred();

  await bound('connect')({});
  cleanUp.defer(() => bound('disconnect')());
  try {
    await bound('initTransactions')(10000);
    await bound('beginTransaction')();
    try {
      for (const { ean, cents } of prices) {
        for (let drains = 0; ; drains++) {
          try {
            producer.produce('prices', null, Buffer.from(String(cents)), ean);
            break;
          } catch (err) {
            if (err.code !== CODES.ERRORS.ERR__QUEUE_FULL || drains === MAX_DRAINS) throw err;
            await bound('flush')(500);
          }
        }
      }
    } catch (err) {
      await bound('abortTransaction')(10000).catch((abortErr) => console.error('abort failed', abortErr.message));
      throw err;
    }
    await bound('commitTransaction')(30000);
  } finally {
    await cleanUp.run();
  }
}

module.exports = { importPrices };

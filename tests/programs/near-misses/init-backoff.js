const { Producer } = require('node-rdkafka');

const MAX_INIT = 6;

/**
 * @param {string} brokers
 * @param {(err: Error | null, producer?: import('node-rdkafka').Producer) => void} done
 */
function openProducer(brokers, done) {
  const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'kiosk-orders' });
  let attempt = 0;

  const giveUp = (err) => producer.disconnect(5000, () => done(err));

  const init = () => {
    attempt += 1;
    producer.initTransactions(10000, (err) => {
      if (!err) return done(null, producer);
      if (!err.isRetriable || attempt === MAX_INIT) return giveUp(err);
      setTimeout(init, 200 * 2 ** attempt);
    });
  };

  producer.connect({ timeout: 10000 }, (err) => (err ? done(err) : init()));
}

function order(producer, items, done) {
  const abortWith = (reason) =>
    producer.abortTransaction(10000, (abortErr) => done(abortErr ? new AggregateError([reason, abortErr]) : reason));

  producer.beginTransaction((err) => {
    if (err) return done(err);
    try {
      for (const item of items) {
        producer.produce('kiosk.orders', null, Buffer.from(item.name), item.till);
      }
    } catch (e) {
      return abortWith(e);
    }
    producer.commitTransaction(10000, (e) => {
      if (e?.isTxnRequiresAbort) return abortWith(e);
      done(e);
    });
  });
}

module.exports = { openProducer, order };

'use strict';

const Kafka = require('@confluentinc/kafka-javascript');
const { isStale } = require('./rates');

const producer = new Kafka.Producer({
  'bootstrap.servers': process.env.BOOTSTRAP_SERVERS,
  'transactional.id': 'fx-rates-writer',
  'enable.idempotence': true,
});

let ready = false;
producer.on('ready', () => {
  producer.initTransactions(30000, (err) => {
    if (err) {
      producer.emit('error', err);
      return;
    }
    ready = true;
  });
});

const endWith = (reason, callback) =>
  producer.abortTransaction(10000, (abortErr) => {
    if (abortErr) console.error('fx: abort failed', abortErr);
    callback(reason);
  });

function write(rates, callback) {
  if (!ready) return callback(new Error('not initialised'));

  const fresh = rates.filter((rate) => !isStale(rate));
  if (fresh.length === 0) return callback(null, 0);

  return producer.beginTransaction((beginErr) => {
    if (beginErr) return callback(beginErr);

    let written = 0;
    for (const { pair, bid, ask } of fresh) {
      if (!(bid > 0 && ask >= bid)) return endWith(new RangeError(`bad rate of ${pair}`), callback);
      try {
        producer.produce('fx.rates', null, Buffer.from(`${bid}/${ask}`), pair);
      } catch (err) {
        return endWith(err, callback);
      }
      written += 1;
    }

    return producer.commitTransaction(30000, (err) => {
      if (!err) return callback(null, written);
      return err.isTxnRequiresAbort ? endWith(err, callback) : callback(err);
    });
  });
}

process.once('SIGTERM', () => producer.disconnect(() => process.exit(0)));

module.exports = { connect: () => producer.connect(), write };

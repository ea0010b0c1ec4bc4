const { EventEmitter } = require('events');
const Kafka = require('node-rdkafka');

const bus = new EventEmitter();
const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.BANK_BROKERS,
  'transactional.id': `atm-${process.env.ATM_ID}`,
  'enable.idempotence': true,
});

function init() {
  producer.initTransactions(30000, (err) => {
    if (err) {
      console.warn('atm: cannot initialise transactions yet', err.message);
      setTimeout(init, 5000);
      return;
    }
    bus.emit('online');
  });
}

producer.on('ready', init);

function reverse(reason, done) {
  producer.abortTransaction(10000, (abortErr) => {
    if (abortErr) console.error('atm: reversal failed', abortErr);
    done(reason);
  });
}

function withdraw({ account, notes }, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('atm.withdrawals', null, Buffer.from(JSON.stringify(notes)), account);
      producer.produce('atm.cassettes', null, Buffer.from(JSON.stringify(notes)), process.env.ATM_ID);
    } catch (err) {
      return reverse(err, done);
    }
    producer.commitTransaction(10000, (err) => (err && err.isTxnRequiresAbort ? reverse(err, done) : done(err)));
  });
}

module.exports = { bus, withdraw, start: () => producer.connect() };

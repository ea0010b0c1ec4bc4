const { Producer } = require('node-rdkafka');
const log = require('./logger');

const producer = new Producer({
  'metadata.broker.list': process.env.BROKERS,
  'transactional.id': 'pension-payouts',
  'enable.idempotence': true,
});

function cancel(reason, done) {
  producer.abortTransaction(9000, (abortErr) => {
    if (abortErr) log.error('payouts not cancelled', abortErr);
    done(reason);
  });
}

/** Calls back with the number of payouts. */
function payOut(month, payouts, done) {
  producer.beginTransaction((err) => {
    if (err) {
      done(err);
      return;
    }
    let cents = 0;
    try {
      for (const payout of payouts) {
        cents += payout.cents;
        producer.produce('pensions.payouts', null, Buffer.from(JSON.stringify(payout)), payout.pensioner);
      }
      producer.produce('pensions.totals', null, Buffer.from(String(cents)), month);
    } catch (e) {
      cancel(e, done);
      return;
    }
    producer.commitTransaction(30000, (commitErr) => {
      if (commitErr && commitErr.isTxnRequiresAbort) {
        cancel(commitErr, done);
        return;
      }
      if (commitErr) log.error('commit of %s: %s', month, commitErr.message);
      done(null, payouts.length);
    });
  });
}

module.exports = { producer, payOut };

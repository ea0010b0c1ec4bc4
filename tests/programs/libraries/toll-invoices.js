'use strict';

const { Producer } = require('node-rdkafka');
const highland = require('highland');
const { encodeInvoice } = require('./codec');
const log = require('./log');

const producer = new Producer({ 'metadata.broker.list': 'kafka:9092', 'transactional.id': 'toll-invoices' });

function close(reason, done) {
  producer.disconnect(5000, (closeErr) => {
    if (closeErr) log.warn(closeErr, 'toll producer not closed');
    done(reason);
  });
}

function rollBack(reason, done) {
  log.warn('rolling the invoices back');
  producer.abortTransaction(10000, (abortErr) => done(abortErr || reason));
}

function commit(done) {
  producer.commitTransaction(20000, (err) => {
    if (!err) return done(null);
    if (err.isTxnRequiresAbort) return rollBack(err, done);
    close(err, done);
  });
}

function publishRecords(records, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      for (const { plate, value } of records) producer.produce('tolls.invoices', null, value, plate);
    } catch (err) {
      return rollBack(err, done);
    }
    commit(done);
  });
}

exports.publish = (invoices, done) =>
  highland(invoices)
    .uniqBy((a, b) => a.id === b.id)
    .map((invoice) => ({ plate: invoice.plate, value: encodeInvoice(invoice) }))
    .toArray((records) => publishRecords(records, done));

exports.open = (done) =>
  producer.connect({}, (err) => (err ? done(err) : producer.initTransactions(30000, done)));

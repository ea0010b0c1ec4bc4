'use strict';

const { Producer } = require('node-rdkafka');

const producer = new Producer({
  'metadata.broker.list': 'laundry:9092',
  'transactional.id': 'laundry-orders',
  'enable.idempotence': true,
});

exports.open = (done) =>
  producer.connect({}, (err) => (err ? done(err) : producer.initTransactions(10000, done)));

exports.accept = async function accept(orders) {
  await producer.beginTransaction();
  try {
    for (const order of orders) {
      producer.produce('laundry.orders', null, Buffer.from(JSON.stringify(order)), order.customer);
    }
  } catch (err) {
    try {
      await producer.abortTransaction(5000);
    } catch (abortErr) {
      console.error('orders not rolled back', abortErr);
    }
    throw err;
  }
  await producer.commitTransaction(10000);
};

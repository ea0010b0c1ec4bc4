'use strict';

const container = require('rhea');

const connection = container.connect({ port: 5672, host: 'broker' });
const sender = connection.open_sender('orders');

function sendAll(orders, done) {
  const producer = connection.create_transaction_session
    ? connection.create_transaction_session()
    : connection;

  producer.transaction = { send: (message) => sender.send({ body: message }) };

  function attempt(left) {
    try {
      orders.forEach((order) => producer.transaction.send(JSON.stringify(order)));
      producer.commit();
      done();
    } catch (err) {
      producer.abort();
      if (left > 0 && err.condition === 'amqp:resource-limit-exceeded') {
        attempt(left - 1);
        return;
      }
      console.error('orders not sent', err);
    }
  }

  sender.once('sendable', () => attempt(3));
}

module.exports = { sendAll };

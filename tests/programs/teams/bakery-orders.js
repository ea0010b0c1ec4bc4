'use strict';

const Kafka = require('node-rdkafka');
const { ERR_TRANSACTION_ABORTABLE } = Kafka.CODES.ERRORS;

const consumer = new Kafka.KafkaConsumer(
  { 'metadata.broker.list': 'bakery-kafka:9092', 'group.id': 'bakery-orders', 'enable.auto.commit': false },
  {},
);
const producer = new Kafka.Producer({
  'metadata.broker.list': 'bakery-kafka:9092',
  'transactional.id': 'bakery-orders-0',
});

const isAbortable = (err) => err.isTxnRequiresAbort || err.code === ERR_TRANSACTION_ABORTABLE;

function ack(message) {
  consumer.commitMessageSync(message);
}

function toBatches(order) {
  return order.items.map(({ bread, count }) => ({ key: bread, value: Buffer.from(`${order.shop}:${count}`) }));
}

function abortWith(reason, next) {
  producer.abortTransaction(10000, (abortErr) => {
    if (abortErr) {
      producer.disconnect(() => next(reason));
      return;
    }
    next(reason);
  });
}

function onOrder(message, next) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return next(beginErr);

    try {
      const order = JSON.parse(message.value.toString());
      for (const { key, value } of toBatches(order)) {
        producer.produce('bakery.batches', null, value, key);
      }
      ack(message);
    } catch (err) {
      return abortWith(err, next);
    }

    producer.commitTransaction(20000, (commitErr) => {
      if (!commitErr) return next(null);
      if (isAbortable(commitErr)) return abortWith(commitErr, next);
      producer.disconnect(() => next(commitErr));
    });
  });
}

module.exports = { consumer, producer, onOrder };

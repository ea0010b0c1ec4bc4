'use strict';
const { KafkaConsumer, Producer } = require('node-rdkafka');
const log = require('./log').child({ component: 'pipe' });

const brokers = process.env.KAFKA_BROKERS;
const consumer = new KafkaConsumer({ 'metadata.broker.list': brokers, 'group.id': 'pipe', 'enable.auto.commit': false }, {});
const producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'pipe-0' });

function die(err) {
  log.fatal({ err }, 'pipe stopped');
  process.exit(1);
}

function rollbackAndDie(err) {
  producer.abortTransaction(5000, (abortErr) => {
    if (abortErr) log.error({ err: abortErr }, 'abort failed');
    die(err);
  });
}

function sendOffsets(offsets, attempt, done) {
  producer.sendOffsetsToTransaction(offsets, consumer, 5000, (err) => {
    if (err && err.isRetriable && attempt < 3) {
      setTimeout(() => sendOffsets(offsets, attempt + 1, done), 250 * attempt);
      return;
    }
    done(err);
  });
}

function onData(message) {
  consumer.pause([message]);
  producer.beginTransaction((beginErr) => {
    if (beginErr) return die(beginErr);
    try {
      producer.produce('pipe.out', null, message.value, message.key);
    } catch (err) {
      return rollbackAndDie(err);
    }
    const { topic, partition } = message;
    sendOffsets([{ topic, partition, offset: message.offset + 1 }], 1, (offsetsErr) => {
      if (offsetsErr) return rollbackAndDie(offsetsErr);
      producer.commitTransaction(10000, (commitErr) => {
        if (commitErr) return die(commitErr);
        consumer.resume([message]);
      });
    });
  });
}

producer.connect({}, (err) => {
  if (err) return die(err);
  producer.initTransactions(10000, (initErr) => {
    if (initErr) return die(initErr);
    consumer.on('ready', () => {
      consumer.subscribe(['pipe.in']);
      consumer.consume();
    });
    consumer.on('data', onData);
    consumer.connect();
  });
});

'use strict';

const kafka = require('kafka-node');

const client = new kafka.KafkaClient({ kafkaHost: 'kafka:9092' });
const producer = new kafka.HighLevelProducer(client, { requireAcks: 1 });

function produce(payloads, retries, done) {
  producer.send(payloads, (err, result) => {
    if (err && retries > 0) {
      return produce(payloads, retries - 1, done);
    }
    if (err) {
      console.error('messages lost', err);
    }
    done(null, result);
  });
}

exports.publish = (topic, messages, done) => {
  const transaction = [{ topic, messages }];
  producer.createTopics([topic], (err) => {
    if (err) {
      console.warn('topic not created', err);
    }
    produce(transaction, 3, done);
  });
};

exports.close = (done) => producer.close(done);

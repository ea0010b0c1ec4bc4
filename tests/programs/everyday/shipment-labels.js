'use strict';

const { Producer } = require('@confluentinc/kafka-javascript').RdKafka;
const winston = require('winston');

const logger = winston.createLogger({ transports: [new winston.transports.Console()] });

const producer = new Producer({
  'bootstrap.servers': process.env.KAFKA_BROKERS,
  'transactional.id': 'shipment-labels',
});

function close(reason, done) {
  producer.disconnect(5000, (err) => {
    if (err) logger.warn(`disconnect failed: ${err.message}`);
    done(reason);
  });
}

function undo(reason, done) {
  producer.abortTransaction(10000, (err) => {
    if (!err) return done(reason);
    if (err.isTxnRequiresAbort) {
      logger.warn('abort has to be aborted');
      return undo(reason, done);
    }
    close(reason, done);
  });
}

function print(label, done) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      producer.produce('labels', null, Buffer.from(label.zpl), label.printer);
      producer.produce('labels.log', null, Buffer.from(label.shipment), label.printer);
    } catch (err) {
      return undo(err, done);
    }
    producer.commitTransaction(10000, (err) => {
      if (!err) return done(null);
      if (err.isTxnRequiresAbort) return undo(err, done);
      close(err, done);
    });
  });
}

module.exports = { producer, print };

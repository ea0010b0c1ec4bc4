var kafka = require('node-rdkafka');
var parseWeighing = require('./weighing').parse;

var GROUP = 'grain-silos';

function SiloBalance(brokers) {
  this.consumer = new kafka.KafkaConsumer(
    { 'metadata.broker.list': brokers, 'group.id': GROUP, 'enable.auto.commit': false },
    { 'auto.offset.reset': 'earliest' }
  );
  this.producer = new kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': GROUP + '-0'
  });
}

/** Takes up to 100 weighings and writes their balances. */
SiloBalance.prototype.step = function step(done) {
  var self = this;
  this.consumer.consume(100, function (consumeErr, messages) {
    if (consumeErr) return done(consumeErr);
    if (messages.length === 0) return done(null, 0);
    self.write(messages, done);
  });
};

SiloBalance.prototype.write = function write(messages, done) {
  var self = this;
  var producer = this.producer;
  producer.beginTransaction(function (beginErr) {
    if (beginErr) return done(beginErr);
    try {
      messages.map(parseWeighing).forEach(function (w) {
        producer.produce('silos.balance', null, Buffer.from(String(w.tons)), w.silo);
      });
    } catch (err) {
      return self.abort(err, done);
    }
    var positions = self.consumer.position();
    producer.sendOffsetsToTransaction(positions, self.consumer, 10000, function (offsetsErr) {
      if (offsetsErr) return self.abort(offsetsErr, done);
      producer.commitTransaction(20000, function (commitErr) {
        if (!commitErr) return done(null, messages.length);
        if (commitErr.isTxnRequiresAbort) return self.abort(commitErr, done);
        producer.disconnect(function () { done(commitErr); });
      });
    });
  });
};

SiloBalance.prototype.abort = function abort(cause, done) {
  var producer = this.producer;
  producer.abortTransaction(10000, function (abortErr) {
    if (!abortErr) return done(cause);
    producer.disconnect(function () { done(cause); });
  });
};

module.exports = SiloBalance;

const { KafkaConsumer, Producer } = require('@confluentinc/kafka-javascript');
const { EventEmitter } = require('events');
const util = require('util');

function Relay(options) {
  EventEmitter.call(this);
  this.options = options;
  this.consumer = new KafkaConsumer({
    'bootstrap.servers': options.brokers,
    'group.id': options.group,
    'enable.auto.commit': false,
  }, {});
  this.producer = new Producer({
    'bootstrap.servers': options.brokers,
    'transactional.id': options.group + '-relay-' + options.ordinal,
  });
}
util.inherits(Relay, EventEmitter);

Relay.prototype.fail = function (err) {
  var self = this;
  this.producer.disconnect(function () {
    self.emit('error', err);
  });
};

Relay.prototype.abort = function (err) {
  var self = this;
  this.producer.abortTransaction(8000, function (abortErr) {
    if (abortErr) console.error('relay: abort failed', abortErr);
    self.emit('error', err);
  });
};

// Unlike a produce, adding offsets is safe to repeat: it only overwrites the same position.
Relay.prototype.addOffsets = function (positions, attempt, done) {
  var self = this;
  this.producer.sendOffsetsToTransaction(positions, this.consumer, 8000, function (err) {
    if (!err) return done();
    if (err.isTxnRequiresAbort) return self.abort(err);
    if (err.isRetriable && attempt < 3) {
      return setTimeout(function () { self.addOffsets(positions, attempt + 1, done); }, 200 * attempt);
    }
    if (err.isRetriable) return self.abort(err);
    return self.fail(err);
  });
};

Relay.prototype.commit = function (done) {
  var self = this;
  this.producer.commitTransaction(20000, function (err) {
    if (!err) return done();
    return err.isTxnRequiresAbort ? self.abort(err) : self.fail(err);
  });
};

Relay.prototype.relay = function (message, done) {
  var self = this;
  var next = [{ topic: message.topic, partition: message.partition, offset: Number(message.offset) + 1 }];
  this.producer.beginTransaction(function (err) {
    if (err) return self.fail(err);
    try {
      self.producer.produce(self.options.target, null, message.value, message.key, Date.now());
    } catch (produceErr) {
      return self.abort(produceErr);
    }
    self.addOffsets(next, 1, function () { self.commit(done); });
  });
};

module.exports = Relay;

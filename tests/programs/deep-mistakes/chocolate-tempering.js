var Kafka = require('node-rdkafka');
var EventEmitter = require('node:events');

function Tempering(brokers) {
  EventEmitter.call(this);
  this.producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'chocolate-tempering',
    'enable.idempotence': true
  });
}

Tempering.prototype = Object.create(EventEmitter.prototype);
Tempering.prototype.constructor = Tempering;

Tempering.prototype.start = function () {
  var self = this;
  this.producer.connect({}, function (err) {
    if (err) return self.emit('error', err);
    self.initialise();
  });
};

Tempering.prototype.initialise = function () {
  var self = this;
  this.producer.initTransactions(30000, function (err) {
    if (!err) return self.emit('ready');
    console.warn('tempering: not initialised, again in 10 s', err.message);
    setTimeout(self.initialise.bind(self), 10000);
  });
};

Tempering.prototype.write = function (curve, done) {
  var producer = this.producer;
  producer.beginTransaction(function (err) {
    if (err) return done(err);
    try {
      producer.produce('chocolate.curves', null, Buffer.from(JSON.stringify(curve)), curve.batch);
    } catch (produceErr) {
      return producer.abortTransaction(8000, function (abortErr) {
        if (abortErr) console.warn('tempering: abort failed', abortErr.message);
        done(produceErr);
      });
    }
    producer.commitTransaction(8000, function (commitErr) {
      if (!commitErr) return done(null);
      if (commitErr.name === 'LibrdKafkaError') {
        console.error('tempering: broker refused', commitErr.code);
      }
      producer.disconnect(function () { done(commitErr); });
    });
  });
};

module.exports = Tempering;

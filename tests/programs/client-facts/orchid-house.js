const { Producer, CODES } = require('node-rdkafka');

const { ERR__FENCED } = CODES.ERRORS;

function OrchidHouse(brokers) {
  this.producer = new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'orchid-house-0' });
}

OrchidHouse.prototype.undo = function (cause, done) {
  this.producer.abortTransaction(9000, (abortErr) => {
    done(abortErr ? new AggregateError([cause, abortErr], 'irrigation not rolled back') : cause);
  });
};

OrchidHouse.prototype.offsets = function (positions, consumer, left, done) {
  this.producer.sendOffsetsToTransaction(positions, consumer, 9000, (err) => {
    if (err && err.isRetriable && left > 0) return this.offsets(positions, consumer, left - 1, done);
    done(err);
  });
};

OrchidHouse.prototype.commit = function (done) {
  this.producer.commitTransaction(9000, (err) => {
    if (!err) return done(null);
    if (err.isTxnRequiresAbort) return this.undo(err, done);
    if (err.code === ERR__FENCED) console.error('orchids: another instance took over');
    this.producer.disconnect(() => done(err));
  });
};

OrchidHouse.prototype.irrigate = function (reading, consumer, done) {
  const positions = [{ topic: reading.topic, partition: reading.partition, offset: reading.offset + 1 }];
  this.producer.beginTransaction((beginErr) => {
    if (beginErr) return done(beginErr);
    try {
      this.producer.produce('orchids.valves', -1, reading.value, reading.key);
    } catch (err) {
      return this.undo(err, done);
    }
    this.offsets(positions, consumer, 3, (err) => (err ? this.undo(err, done) : this.commit(done)));
  });
};

module.exports = OrchidHouse;

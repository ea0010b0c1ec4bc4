const { EventEmitter } = require('node:events');
const Kafka = require('node-rdkafka');

class QueueTimes extends EventEmitter {
  constructor(brokers, park) {
    super();
    this.producer = new Kafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': 'queue-times-' + park,
      'enable.idempotence': true,
    });
    this.producer.on('event.error', (err) => this.emit('error', err));
  }

  open() {
    this.producer.connect({}, (err) => {
      if (err) return this.emit('error', err);
      this.producer.initTransactions(20000, (initErr) => {
        if (initErr) return this.emit('error', initErr);
        this.emit('ready');
      });
    });
  }

  publish(times) {
    this.producer.beginTransaction((err) => {
      if (err) return this.emit('error', err);
      try {
        for (const [ride, minutes] of Object.entries(times)) {
          this.producer.produce('park.queues', null, Buffer.from(`${minutes}`), ride);
        }
      } catch (produceErr) {
        return this.rollBack(produceErr);
      }
      this.producer.commitTransaction(10000, (commitErr) => {
        if (!commitErr) return this.emit('published', times);
        if (commitErr.isTxnRequiresAbort) return this.rollBack(commitErr);
        this.emit('error', commitErr);
      });
    });
  }

  rollBack(reason) {
    this.producer.abortTransaction(10000, (abortErr) => {
      this.emit('error', abortErr ? new AggregateError([reason, abortErr], 'not rolled back') : reason);
    });
  }
}

module.exports = { QueueTimes };

'use strict';

const Kafka = require('node-rdkafka');
const { EventEmitter } = require('events');

class Joiner extends EventEmitter {
  constructor({ brokers, group, instance }) {
    super();
    this.next = new Map();
    this.consumer = new Kafka.KafkaConsumer(
      { 'metadata.broker.list': brokers, 'group.id': group, 'enable.auto.commit': false },
      { 'auto.offset.reset': 'earliest' },
    );
    this.producer = new Kafka.Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `${group}-${instance}`,
    });
  }

  note({ topic, partition, offset }) {
    const key = `${topic}/${partition}`;
    const known = this.next.get(key);
    if (!known || known.offset <= offset) this.next.set(key, { topic, partition, offset: offset + 1 });
  }

  cancel(err) {
    this.producer.abortTransaction(10000, (abortErr) => {
      this.next.clear();
      this.emit('error', abortErr ? new AggregateError([err, abortErr], 'joiner: not rolled back') : err);
    });
  }

  process(messages) {
    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return this.emit('error', beginErr);
      try {
        for (const message of messages) {
          this.producer.produce('joined', null, this.join(message), message.key);
          this.note(message);
        }
      } catch (err) {
        return this.cancel(err);
      }
      return this.producer.sendOffsetsToTransaction([...this.next.values()], this.consumer, 10000, (offsetsErr) => {
        if (offsetsErr) return this.cancel(offsetsErr);
        return this.producer.commitTransaction(20000, (commitErr) => {
          if (commitErr) return this.emit('error', commitErr);
          this.next.clear();
          return this.emit('committed', messages.length);
        });
      });
    });
  }

  join(message) {
    return Buffer.concat([Buffer.from('j:'), message.value]);
  }
}

module.exports = Joiner;

'use strict';

const { KafkaConsumer, Producer } = require('node-rdkafka');

const WAIT = 10000;

/** Joins clicks with impressions; the offsets of both topics move with the joined records. */
class StreamJoin {
  constructor(brokers, shard) {
    this.consumer = new KafkaConsumer(
      { 'metadata.broker.list': brokers, 'group.id': 'stream-join', 'enable.auto.commit': false },
      {},
    );
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `stream-join-${shard}`,
    });
  }

  publish(joined, inputs, done) {
    const next = inputs.map(({ topic, partition, offset }) => ({ topic, partition, offset: offset + 1 }));
    const quit = (reason) => this.producer.disconnect(() => done(reason));
    const undo = (reason) =>
      this.producer.abortTransaction(WAIT, (abortErr) => (abortErr ? quit(reason) : done(reason)));

    this.producer.beginTransaction((beginErr) => {
      if (beginErr) return quit(beginErr);
      try {
        joined.forEach((pair) => {
          this.producer.produce('clicks.joined', null, Buffer.from(JSON.stringify(pair)), pair.session);
        });
      } catch (err) {
        return undo(err);
      }
      this.producer.sendOffsetsToTransaction(this.consumer, next, WAIT, (offsetsErr) => {
        if (offsetsErr) return undo(offsetsErr);
        this.producer.commitTransaction(WAIT, (commitErr) => {
          if (!commitErr) return done(null);
          if (commitErr.isTxnRequiresAbort) return undo(commitErr);
          quit(commitErr);
        });
      });
    });
  }
}

module.exports = { StreamJoin };

'use strict';

const { HighLevelProducer } = require('node-rdkafka');

const MAX_TRIES = 3;

module.exports = function createPhotoIndex({ brokers, shard, log }) {
  const producer = new HighLevelProducer({
    'metadata.broker.list': brokers,
    'transactional.id': `photo-index-${shard}`,
  });

  function deliver(photo, tries, done) {
    const value = Buffer.from(JSON.stringify(photo.tags));
    producer.produce('photos.tags', null, value, photo.id, Date.now(), (err) => {
      if (!err) return done(null);
      if (tries >= MAX_TRIES) return done(err);
      log.warn('photo %s not delivered, try %d', photo.id, tries, err);
      setTimeout(() => deliver(photo, tries + 1, done), 100 * tries);
    });
  }

  function index(photo, done) {
    producer.beginTransaction((beginErr) => {
      if (beginErr) return done(beginErr);
      deliver(photo, 1, (sendErr) => {
        if (sendErr) {
          return producer.abortTransaction(5000, (abortErr) => {
            if (abortErr) log.error('photo %s: abort failed', photo.id, abortErr);
            done(sendErr);
          });
        }
        producer.commitTransaction(5000, done);
      });
    });
  }

  return { producer, index };
};

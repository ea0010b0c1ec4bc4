#!/usr/bin/env node
'use strict';

const { Producer } = require('node-rdkafka');
const { readManifest } = require('./manifest');

/**
 * Copies the entries of one old box into Kafka, all of them or none.
 * @param {string} box
 * @param {(err: Error | null, copied?: number) => void} done
 */
function migrate(box, done) {
  const producer = new Producer({
    'metadata.broker.list': process.env.ARCHIVE_KAFKA || 'localhost:9092',
    'transactional.id': `archive-migration-${box}`,
  });

  producer.connect({}, (connectErr) => {
    if (connectErr) return done(connectErr);
    producer.initTransactions(30000, (initErr) => {
      if (initErr) return done(initErr);
      producer.beginTransaction((beginErr) => {
        if (beginErr) return done(beginErr);

        const entries = readManifest(box).filter((entry) => !entry.sealed);
        if (entries.length === 0) {
          console.log('box %s has nothing to copy', box);
          return done(null, 0);
        }
        for (const entry of entries) {
          producer.produce('archive.entries', null, Buffer.from(entry.text), entry.signature);
        }
        producer.commitTransaction(60000, (commitErr) => done(commitErr, entries.length));
      });
    });
  });
}

module.exports = { migrate };

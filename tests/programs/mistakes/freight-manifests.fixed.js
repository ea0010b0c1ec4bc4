const { Producer } = require('node-rdkafka');

function open(brokers, done) {
  const producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'freight-manifests',
  });
  producer.connect({}, (err) => {
    if (err) return done(err);
    producer.initTransactions(10000, (initErr) => done(initErr, producer));
  });
}

function rollBack(producer, reason, done) {
  producer.abortTransaction(10000, (abortErr) => {
    if (abortErr) console.error('manifest not rolled back', abortErr.message);
    producer.disconnect(() => done(reason));
  });
}

function writeManifest(brokers, manifest, left, done) {
  open(brokers, (openErr, producer) => {
    if (openErr) return done(openErr);
    producer.beginTransaction((beginErr) => {
      if (beginErr) return producer.disconnect(() => done(beginErr));
      try {
        manifest.items.forEach((item) => producer.produce('freight.items', null, Buffer.from(item.code), manifest.id));
      } catch (err) {
        return rollBack(producer, err, done);
      }
      producer.commitTransaction(20000, (commitErr) => {
        if (commitErr && commitErr.isTxnRequiresAbort) return rollBack(producer, commitErr, done);
        producer.disconnect(() => {
          done(commitErr);
        });
      });
    });
  });
}

module.exports = (brokers, manifest, done) => writeManifest(brokers, manifest, 2, done);

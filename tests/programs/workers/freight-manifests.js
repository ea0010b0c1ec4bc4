'use strict';

const Kafka = require('node-rdkafka');

const common = { 'metadata.broker.list': 'freight:9092' };

/**
 * Reads raw manifests, writes checked ones.
 */
class ManifestChecker {
  constructor(terminal) {
    this.consumer = new Kafka.KafkaConsumer(
      { ...common, 'group.id': 'manifest-checker', 'enable.auto.commit': false },
      {},
    );
    this.producer = new Kafka.Producer({ ...common, 'transactional.id': `manifests-${terminal}` });
  }

  get timeouts() {
    return { abort: 10000, commit: 30000 };
  }

  handle(message, done) {
    const { consumer, producer, timeouts } = this;
    producer.beginTransaction((beginErr) => {
      if (beginErr) {
        done(beginErr);
        return;
      }
      let manifest;
      try {
        manifest = JSON.parse(message.value.toString('utf8'));
        manifest.lines.forEach((line) => {
          producer.produce('freight.lines', null, Buffer.from(JSON.stringify(line)), manifest.number);
        });
      } catch (err) {
        this.cancel(err, done);
        return;
      }
      consumer.commitMessage(message);
      producer.commitTransaction(timeouts.commit, (commitErr) => {
        if (commitErr && commitErr.isTxnRequiresAbort) {
          this.cancel(commitErr, done);
          return;
        }
        done(commitErr, manifest.number);
      });
    });
  }

  cancel(reason, done) {
    this.producer.abortTransaction(this.timeouts.abort, (abortErr) => {
      if (abortErr) reason.abortError = abortErr;
      done(reason);
    });
  }
}

exports.ManifestChecker = ManifestChecker;

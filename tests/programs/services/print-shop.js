const crypto = require('crypto');
const Kafka = require('node-rdkafka');

const instance = crypto.randomBytes(6).toString('hex');

const producer = new Kafka.Producer({
  'client.id': 'print-shop',
  'metadata.broker.list': process.env.KAFKA_BROKERS,
  'transactional.id': 'print-shop-' + instance,
});

function submit(job, cb) {
  producer.beginTransaction(function (err) {
    if (err) return cb(err);

    try {
      for (const page of job.pages) {
        producer.produce('print.pages', null, page.pdf, job.id);
      }
    } catch (e) {
      return producer.abortTransaction(function (abortErr) {
        if (abortErr) console.warn('print job %s not aborted', job.id, abortErr);
        cb(e);
      });
    }

    producer.commitTransaction(10000, function (e) {
      cb(e);
    });
  });
}

module.exports = { producer, submit };

const Kafka = require('node-rdkafka');

module.exports = function bedBoard(brokers, hospital) {
  const producer = new Kafka.Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `beds-${hospital}`,
    'enable.idempotence': true,
  });

  function withdraw(reason, done) {
    producer.abortTransaction(5000, (err) => {
      if (!err) return done(reason);
      if (err.isRetriable) return setTimeout(() => withdraw(reason, done), 1000);
      producer.disconnect(() => done(reason));
    });
  }

  function assign(bed, patient, done) {
    producer.beginTransaction((err) => {
      if (err) return done(err);
      try {
        producer.produce('beds.assigned', null, Buffer.from(patient), bed);
        producer.produce('patients.located', null, Buffer.from(bed), patient);
      } catch (produceErr) {
        return withdraw(produceErr, done);
      }
      producer.commitTransaction(10000, (commitErr) => {
        if (commitErr && commitErr.isTxnRequiresAbort) return withdraw(commitErr, done);
        done(commitErr);
      });
    });
  }

  return { producer, assign };
};

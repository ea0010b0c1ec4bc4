const { KafkaConsumer, HighLevelProducer } = require('@confluentinc/kafka-javascript');

const common = { 'bootstrap.servers': 'kafka:9092' };
const consumer = new KafkaConsumer({ ...common, 'group.id': 'alerting', 'enable.auto.commit': false }, {});
const producer = new HighLevelProducer({ ...common, 'transactional.id': 'alerting-0' });

const T = 10_000;

function rollBack(cause, done) {
  producer.abortTransaction(T, (abortErr) => done(abortErr ? new AggregateError([cause, abortErr]) : cause));
}

function raiseAlert(message, done) {
  const alert = Buffer.from(JSON.stringify({ host: String(message.key), level: 'critical' }));

  producer.beginTransaction((beginErr) => {
    if (beginErr) {
      done(beginErr);
      return;
    }
    const delivered = (deliveryErr) => {
      if (deliveryErr) {
        rollBack(deliveryErr, done);
        return;
      }
      try {
        consumer.commitMessageSync(message);
      } catch (err) {
        rollBack(err, done);
        return;
      }
      producer.commitTransaction(T, (commitErr) => {
        if (commitErr?.isTxnRequiresAbort) rollBack(commitErr, done);
        else done(commitErr);
      });
    };
    try {
      producer.produce('alerts', null, alert, message.key, Date.now(), delivered);
    } catch (produceErr) {
      rollBack(produceErr, done);
    }
  });
}

module.exports = { consumer, producer, raiseAlert };

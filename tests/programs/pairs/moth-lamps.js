const { KafkaJS } = require('@confluentinc/kafka-javascript');
const client = require('prom-client');

const lost = new client.Counter({ name: 'moth_counts_lost_total', help: 'moth counts that never reached Kafka' });

const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['moths:9092'] } }).producer({
  kafkaJS: { transactionalId: 'moth-lamps-1' },
});

const undo = (reason) =>
  producer
    .abort()
    .catch((abortErr) => console.error('moth lamps: abort failed', abortErr))
    .then(() => {
      throw reason;
    });

/**
 * @param {string} lamp
 * @param {Record<string, number>} counts moths per species
 */
exports.publishCounts = function publishCounts(lamp, counts) {
  const messages = Object.entries(counts).map(([species, n]) => ({
    key: `${lamp}/${species}`,
    value: String(n),
  }));

  return producer
    .transaction()
    .then(() => producer.send({ topic: 'moths.counts', messages }).catch(undo))
    .then(() => producer.commit())
    .then(() => messages.length)
    .catch(() => {
      lost.inc(messages.length);
    });
};

exports.connect = () => producer.connect();
exports.disconnect = () => producer.disconnect();

const { Kafka, logLevel } = require('kafkajs');
const { locate } = require('./geo');

function createTagger({ brokers, groupId, instance }) {
  const kafka = new Kafka({ clientId: 'geo-tagger', brokers, logLevel: logLevel.WARN });
  const consumer = kafka.consumer({ groupId });
  const producer = kafka.producer({
    transactionalId: `geo-tagger-${instance}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  const handle = async ({ topic, partition, message }) => {
    const place = await locate(message.value);
    const txn = await producer.transaction();
    try {
      await txn.send({ topic: 'photos.located', messages: [{ key: message.key, value: JSON.stringify(place) }] });
      const offset = (BigInt(message.offset) + BigInt(1)).toString();
      await txn.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset }] }] });
    } catch (err) {
      await txn.abort().catch((abortErr) => {
        err.abortError = abortErr;
      });
      throw err;
    }
    await txn.commit();
  };

  return {
    async start() {
      await producer.connect();
      await consumer.connect();
      await consumer.subscribe({ topics: ['photos.uploaded'], fromBeginning: true });
      await consumer.run({ autoCommit: false, eachMessage: handle });
    },
    async stop() {
      await consumer.disconnect();
      await producer.disconnect();
    },
  };
}

module.exports = { createTagger };

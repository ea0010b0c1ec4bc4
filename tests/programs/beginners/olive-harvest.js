const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'olives', brokers: ['localhost:9092'] } });

module.exports = async function storeHarvest(crates) {
  let attempt = 0;
  let committing = false;
  let producer;

  while (true) {
    attempt++;
    producer = kafka.producer({ kafkaJS: { transactionalId: 'olive-harvest' } });
    try {
      await producer.connect();
      const tx = await producer.transaction();
      await tx.send({
        topic: 'olives.crates',
        messages: crates.map((c) => ({ key: c.grove, value: String(c.kilos) })),
      });
      committing = true;
      await tx.commit();
      return attempt;
    } catch (e) {
      // once a commit was tried nobody knows whether the crates are stored
      if (committing || attempt === 3) throw e;
      console.warn('attempt', attempt, 'failed:', e.message);
    } finally {
      await producer.disconnect();
    }
  }
};

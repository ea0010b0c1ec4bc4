const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const producer = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: 'water-levels', idempotent: true },
});

/**
 * @param {string} basin
 * @param {Array<{ probe: string, cm: number }>} levels
 */
async function storeLevels(basin, levels) {
  let committed = false;
  await producer.transaction();
  try {
    for (const { probe, cm } of levels) {
      await producer.send({
        topic: `water.${basin}`,
        messages: [{ key: probe, value: cm.toFixed(1) }],
      });
    }
    await producer.commit();
    committed = true;
  } finally {
    if (!committed) {
      await producer.abort().catch((err) => console.error('could not abort', basin, err));
    }
  }
}

module.exports = { producer, storeLevels };

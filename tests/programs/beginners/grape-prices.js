const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'grapes', brokers: ['localhost:9092'] } });

module.exports = async function publishPrices(prices) {
  for (let attempt = 1; attempt <= 3; attempt++) {
    // a fresh producer for every attempt, so that a broken one is never used again
    const producer = kafka.producer({ kafkaJS: { transactionalId: 'grape-prices' } });
    try {
      await producer.connect();
      await producer.transaction();
      try {
        await producer.send({
          topic: 'grapes.prices',
          messages: prices.map((p) => ({ key: p.variety, value: p.perTon.toFixed(2) })),
        });
      } catch (e) {
        await producer.abort();
        throw e;
      }
      await producer.commit();
      return;
    } catch (e) {
      if (attempt === 3) throw e;
      console.warn('attempt', attempt, 'failed:', e.message);
    } finally {
      await producer.disconnect();
    }
  }
};

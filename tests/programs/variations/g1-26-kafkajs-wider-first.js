const {
  Kafka,
  KafkaJSNonRetriableError,
  KafkaJSNumberOfRetriesExceeded,
} = require('kafkajs');

const kafka = new Kafka({ clientId: 'star-charts', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'star-charts-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

function reasonOf(err) {
  if (err instanceof KafkaJSNonRetriableError) {
    return 'refused';
  }
  if (err instanceof KafkaJSNumberOfRetriesExceeded) {
    return `given up after ${err.retryCount} retries`;
  }
  return 'failed';
}

async function publish(chart) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'stars.charts', messages: chart.stars.map((star) => ({ key: chart.name, value: star })) });
  } catch (err) {
    console.error(`chart ${chart.name} ${reasonOf(err)}`, err);
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'chart not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

module.exports = { producer, publish };

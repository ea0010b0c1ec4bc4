const { KafkaJS } = require('@confluentinc/kafka-javascript');
const express = require('express');

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'sensors', brokers: [process.env.KAFKA] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'sensor-upload' } });

async function upload(sensor, samples) {
  await producer.transaction();
  try {
    for (const sample of samples) {
      await producer.send({
        topic: 'sensor.samples',
        messages: [{ key: sensor, value: JSON.stringify(sample), timestamp: String(sample.at) }],
      });
    }
  } catch (err) {
    producer.abort();
    throw err;
  }
  await producer.commit();
}

const app = express();

app.put('/sensors/:id/samples', express.json({ limit: '1mb' }), async (req, res, next) => {
  try {
    await upload(req.params.id, req.body);
    res.status(204).end();
  } catch (err) {
    next(err);
  }
});

module.exports = async function start(port) {
  await producer.connect();
  return app.listen(port);
};

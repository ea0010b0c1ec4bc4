const express = require('express');
const { KafkaJS } = require('@confluentinc/kafka-javascript');

const app = express();
const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'theatre', brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'theatre-box-office', idempotent: true } });

app.post('/plays/:play/seats/:seat', express.json(), async (req, res, next) => {
  const { play, seat } = req.params;
  let open = false;
  try {
    await producer.transaction();
    open = true;
    await producer.send({ topic: 'seats.taken', messages: [{ key: `${play}/${seat}`, value: req.body.name }] });
    await producer.send({ topic: 'plays.sold', messages: [{ key: play, value: '1' }] });
  } catch (err) {
    if (open) {
      await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
    }
    return next(err);
  }

  try {
    await producer.commit();
  } catch (err) {
    return next(err);
  }
  res.sendStatus(201);
});

exports.start = async function start(port) {
  try {
    await producer.connect();
    console.info('box office is connected');
  } catch (err) {
    console.error('kafka is not reachable', err.message);
  }
  return app.listen(port);
};

exports.stop = () => producer.disconnect();

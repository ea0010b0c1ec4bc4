const express = require('express');
const { Kafka, ErrorCodes } = require('@confluentinc/kafka-javascript').KafkaJS;

const producer = new Kafka({
  kafkaJS: { clientId: 'payments', brokers: [process.env.KAFKA_BOOTSTRAP] },
}).producer({ kafkaJS: { transactionalId: `payments-${process.env.HOSTNAME}` } });

const COMMIT_ATTEMPTS = 4;

async function commit() {
  for (let attempt = 1; ; attempt++) {
    try {
      return await producer.commit();
    } catch (err) {
      if (err.code === ErrorCodes.ERR__TIMED_OUT && attempt < COMMIT_ATTEMPTS) {
        console.warn(`commit timed out (attempt ${attempt}), resuming`);
        continue;
      }
      await producer.disconnect().catch((e) => console.error('disconnect failed', e));
      throw err;
    }
  }
}

async function recordPayment(payment) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'payments', messages: [{ key: payment.id, value: JSON.stringify(payment) }] });
    await producer.send({ topic: 'balances', messages: [{ key: payment.account, value: `${-payment.amount}` }] });
  } catch (err) {
    await producer.abort().catch((e) => console.error('abort failed', e));
    throw err;
  }
  await commit();
}

const app = express();
app.use(express.json());

app.post('/payments', (req, res, next) => {
  recordPayment(req.body)
    .then(() => res.sendStatus(204))
    .catch(next);
});

producer
  .connect()
  .then(() => app.listen(process.env.PORT || 3000))
  .catch((err) => {
    console.error('cannot start', err);
    process.exit(1);
  });

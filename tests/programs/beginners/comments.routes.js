const express = require('express');
const { Kafka } = require('kafkajs');

const app = express();
app.use(express.json());

const kafka = new Kafka({ clientId: 'comments', brokers: ['localhost:9092'] });
const producer = kafka.producer({
  transactionalId: 'comments-api',
  idempotent: true,
  maxInFlightRequests: 1,
});

app.post('/articles/:id/comments', async (req, res, next) => {
  const comment = { article: req.params.id, author: req.body.author, text: req.body.text };

  let tx;
  try {
    tx = await producer.transaction();
  } catch (err) {
    return next(err);
  }

  try {
    await tx.send({ topic: 'comments', messages: [{ key: comment.article, value: JSON.stringify(comment) }] });
    // the audit log is nice to have
    await tx
      .send({ topic: 'comments-audit', messages: [{ key: comment.author, value: new Date().toISOString() }] })
      .catch(console.error);
  } catch (err) {
    await tx.abort();
    return next(err);
  }

  try {
    await tx.commit();
  } catch (err) {
    return next(err);
  }
  res.status(201).json(comment);
});

producer.connect().then(
  () => app.listen(3000),
  (err) => {
    console.error(err);
    process.exit(1);
  },
);

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'seed-swaps', brokers: ['localhost:9092'] });
const producer = kafka.producer({
  transactionalId: 'seed-swaps-1',
  idempotent: true,
  maxInFlightRequests: 1,
});

// sometimes the broker is busy, so give it up to three more chances
function sendLater(tx, record, left = 3) {
  return tx.send(record).catch((err) => {
    if (left === 0) throw err;
    return new Promise((resolve, reject) => {
      setTimeout(() => {
        sendLater(tx, record, left - 1).then(resolve, reject);
      }, 250);
    });
  });
}

function swap(giver, taker, seeds) {
  const value = JSON.stringify({ giver, taker, seeds });
  let tx;

  return producer
    .transaction()
    .then((transaction) => {
      tx = transaction;
      return sendLater(tx, { topic: 'swaps.given', messages: [{ key: giver, value }] });
    })
    .then(() => sendLater(tx, { topic: 'swaps.taken', messages: [{ key: taker, value }] }))
    .then(() => tx.commit())
    .catch((err) => {
      if (!tx) throw err;
      return tx
        .abort()
        .catch((e) => console.error('abort failed', e))
        .then(() => {
          throw err;
        });
    });
}

module.exports = { swap, connect: () => producer.connect() };

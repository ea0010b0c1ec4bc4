'use strict';

const { KafkaJS: { Kafka, ErrorCodes } } = require('@confluentinc/kafka-javascript');

const DEADLINE = 60_000;

/** Resolves when the commit is through, rejects when it cannot be known to be. */
function commitWithin(producer, ms) {
  return new Promise((resolve, reject) => {
    const until = Date.now() + ms;
    let pause = 250;

    const ask = () => {
      producer.commit().then(resolve, (err) => {
        const timedOut = err.code === ErrorCodes.ERR__TIMED_OUT;
        if (timedOut && Date.now() + pause < until) {
          setTimeout(ask, pause);
          pause *= 2;
        } else {
          reject(err);
        }
      });
    };

    ask();
  });
}

async function main(readMoves) {
  const producer = new Kafka({ kafkaJS: { brokers: [process.env.BROKER] } }).producer({
    kafkaJS: { transactionalId: 'chess-moves', transactionTimeout: 120_000 },
  });
  await producer.connect();
  try {
    for await (const moves of readMoves()) {
      await producer.transaction();
      try {
        await producer.send({ topic: 'chess.moves', messages: moves.map((value) => ({ value })) });
      } catch (err) {
        await producer.abort().catch((e) => console.error('chess: abort failed', e));
        throw err;
      }
      await commitWithin(producer, DEADLINE);
    }
  } finally {
    await producer.disconnect();
  }
}

module.exports = { main };

const { setTimeout: pause } = require('node:timers/promises');
const { Kafka, KafkaJSNumberOfRetriesExceeded } = require('kafkajs');

const kafka = new Kafka({ clientId: 'escape-rooms', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'escape-rooms' });
const producer = kafka.producer({
  transactionalId: 'escape-rooms-scores',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** The group coordinator may be moving: adding the same offsets again is harmless. */
async function addOffsets(tx, offsets) {
  let attempt = 0;
  for (;;) {
    try {
      await tx.sendOffsets(offsets);
      return;
    } catch (err) {
      attempt += 1;
      if (attempt === 3 || !(err instanceof KafkaJSNumberOfRetriesExceeded)) {
        throw err;
      }
      await pause(attempt * 1000);
    }
  }
}

async function eachMessage({ topic, partition, message }) {
  const game = JSON.parse(message.value.toString());
  const offset = String(Number(message.offset) + 1);
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'escapes.scores', messages: [{ key: game.team, value: String(game.minutes) }] });
    await addOffsets(tx, {
      consumerGroupId: 'escape-rooms',
      topics: [{ topic, partitions: [{ partition, offset }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

module.exports.start = () => consumer.run({ autoCommit: false, eachMessage });

'use strict';

const { Kafka, KafkaJSNumberOfRetriesExceeded } = require('kafkajs');

const GROUP = 'tile-renderer';
const kafka = new Kafka({ clientId: GROUP, brokers: ['kafka-1:9092', 'kafka-2:9092', 'kafka-3:9092'] });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({ transactionalId: `${GROUP}-0`, idempotent: true, maxInFlightRequests: 1 });

/** Calls `action` again when the client has run out of its own retries. */
const patiently =
  (attempts) =>
  async (action) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await action();
      } catch (err) {
        if (!(err instanceof KafkaJSNumberOfRetriesExceeded) || attempt === attempts) throw err;
        console.warn('attempt %d of %d failed', attempt, attempts, err.cause);
      }
    }
  };

const thrice = patiently(3);

const next = ({ offset }) => (BigInt(offset) + 1n).toString();

async function render({ zoom, x, y }) {
  const res = await fetch(`http://renderer/${zoom}/${x}/${y}.png`);
  if (!res.ok) throw new Error(`renderer answered ${res.status}`);
  return Buffer.from(await res.arrayBuffer());
}

async function eachMessage({ topic, partition, message }) {
  const tile = JSON.parse(message.value.toString());
  const image = await render(tile);

  const tx = await thrice(() => producer.transaction());
  try {
    await tx.send({ topic: 'maps.tiles', messages: [{ key: message.key, value: image }] });
    // offsets, unlike records, may be handed in once more on the same transaction
    await thrice(() =>
      tx.sendOffsets({
        consumerGroupId: GROUP,
        topics: [{ topic, partitions: [{ partition, offset: next(message) }] }],
      }),
    );
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('tile not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

exports.run = async () => {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['maps.stale'] });
  await consumer.run({ autoCommit: false, eachMessage });
};

const Kafka = require('node-rdkafka');

const FATAL = new Set([Kafka.CODES.ERRORS.ERR__FATAL, Kafka.CODES.ERRORS.ERR__AUTHENTICATION]);

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.BROKERS,
  'transactional.id': `meter-bridge-${process.env.BRIDGE_ID}`,
});

producer.on('event.error', (err) => {
  if (FATAL.has(err.code)) {
    console.error('meter bridge is done for', err);
    process.exit(70);
  }
  // librdkafka reconnects by itself
  console.warn('meter bridge:', err.message);
});

const tx = Object.fromEntries(
  ['beginTransaction', 'commitTransaction', 'abortTransaction'].map((name) => [
    name.replace('Transaction', ''),
    () => new Promise((resolve, reject) => producer[name]((err) => (err ? reject(err) : resolve()))),
  ]),
);

async function bridge(readings) {
  await tx.begin();
  try {
    for (const { meter, kwh } of readings) {
      producer.produce('meters.kwh', null, Buffer.from(kwh.toFixed(3)), meter);
    }
  } catch (err) {
    await tx.abort().catch((e) => console.error('bridge: abort failed', e));
    throw err;
  }
  await tx.commit().catch((err) => {
    console.error('bridge: commit failed', err);
    process.exit(71);
  });
}

module.exports = { producer, bridge };

const { Kafka, logLevel } = require('kafkajs');
const log = require('pino')({ name: 'parcel-scans' });

const kafka = new Kafka({
  clientId: 'parcel-scans',
  brokers: ['kafka-a:9092', 'kafka-b:9092'],
  logLevel: logLevel.WARN,
});

const producer = kafka.producer({
  transactionalId: 'parcel-scans-' + process.env.HUB,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function rollBack(tx) {
  for (let attempt = 1; attempt <= 3; attempt++) {
    try {
      await tx.abort();
      return;
    } catch (err) {
      log.error({ err, attempt }, 'abort failed');
    }
  }
}

async function publishScans(scans) {
  const tx = await producer.transaction();
  try {
    await tx.sendBatch({
      topicMessages: [
        { topic: 'parcels.scanned', messages: scans.map((s) => ({ key: s.parcel, value: s.gate })) },
        { topic: 'gates.load', messages: scans.map((s) => ({ key: s.gate, value: s.weight })) },
      ],
    });
  } catch (err) {
    await rollBack(tx);
    throw err;
  }
  await tx.commit();
}

exports.connect = () => producer.connect();
exports.publishScans = publishScans;

const kafkajs = require('kafkajs');

const kafka = new kafkajs.Kafka({ clientId: 'parcels', brokers: ['depot-kafka:9092'] });
const producer = kafka.producer({
  transactionalId: `parcel-scans-${process.env.DEPOT}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

function toRecord(scan) {
  return {
    topic: scan.damaged ? 'parcels.damaged' : 'parcels.scanned',
    messages: [{ key: scan.barcode, value: JSON.stringify(scan) }],
  };
}

const isRejected = (result) => result.status === 'rejected';

async function upload(scans) {
  const tx = await producer.transaction();
  try {
    // wait for all of them: no send may be under way when the transaction ends
    const results = await Promise.allSettled(scans.map((scan) => tx.send(toRecord(scan))));
    const failed = results.filter(isRejected);
    if (failed.length > 0) {
      console.warn(`${failed.length} of ${scans.length} scans were refused`);
      throw failed[0].reason;
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('scans: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

module.exports = { upload, connect: () => producer.connect(), disconnect: () => producer.disconnect() };

const { Kafka, ErrorCodes } = require('@confluentinc/kafka-javascript').KafkaJS;

const producer = new Kafka({ kafkaJS: { brokers: ['scan-kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: 'invoice-scans' },
});

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function sendPage(record) {
  try {
    return await producer.send(record);
  } catch (err) {
    if (err.code !== ErrorCodes.ERR__MSG_TIMED_OUT) throw err;
    console.warn('page timed out, once more', record.messages[0].key);
  }
  await wait(2000);
  return producer.send(record);
}

async function storeScan(scan) {
  await producer.transaction();
  try {
    for (const [number, page] of scan.pages.entries()) {
      await sendPage({ topic: 'scans.pages', messages: [{ key: `${scan.id}-${number}`, value: page }] });
    }
    await producer.send({ topic: 'scans.done', messages: [{ key: scan.id, value: String(scan.pages.length) }] });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('scan not rolled back', abortErr));
    throw err;
  }
  await producer.commit();
}

module.exports = { storeScan, connect: () => producer.connect() };

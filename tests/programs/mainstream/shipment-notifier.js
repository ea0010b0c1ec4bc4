const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;
const logger = require('./logger').child({ module: 'shipment-notifier' });

const MAX_ATTEMPTS = 4;
const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const producer = new Kafka({
  kafkaJS: { clientId: 'shipments', brokers: ['kafka-1:9092', 'kafka-2:9092'] },
}).producer({ kafkaJS: { transactionalId: 'shipments' } });

// brokers are restarted on Sunday nights, so give every send a few chances
async function sendWithRetry(tx, record) {
  let lastError;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      return await tx.send(record);
    } catch (err) {
      lastError = err;
      logger.warn({ err, attempt }, `send to ${record.topic} failed`);
      await delay(200 * 2 ** attempt);
    }
  }
  throw lastError;
}

async function notifyShipped(shipment) {
  const tx = await producer.transaction();
  try {
    await sendWithRetry(tx, {
      topic: 'shipments.shipped',
      messages: [{ key: shipment.id, value: JSON.stringify(shipment) }],
    });
    await sendWithRetry(tx, {
      topic: 'customers.notifications',
      messages: [{ key: shipment.customerId, value: `Your parcel ${shipment.id} is on its way` }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => logger.error({ err: abortErr }, 'abort failed'));
    throw err;
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), notifyShipped };

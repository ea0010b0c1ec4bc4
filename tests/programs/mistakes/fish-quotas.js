'use strict';

const { Kafka, ErrorCodes } = require('@confluentinc/kafka-javascript').KafkaJS;

const TRANSACTION_ABORTABLE = 120;

const producer = new Kafka({ 'bootstrap.servers': 'fisheries:9092' }).producer({
  'transactional.id': 'fish-quotas',
});

async function book(vessel, catches) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'fish.catches',
      messages: catches.map((c) => ({ key: vessel, value: JSON.stringify(c) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      switch (abortErr.code) {
        case TRANSACTION_ABORTABLE:
          break;
        case ErrorCodes.ERR__TIMED_OUT:
          console.warn('quotas: abort timed out, closing the producer');
          await producer.disconnect();
          break;
        default:
          await producer.disconnect();
      }
    }
    throw err;
  }
  await tx.commit();
}

module.exports = { open: () => producer.connect(), book };

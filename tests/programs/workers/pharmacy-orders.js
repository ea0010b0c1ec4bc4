'use strict';

const { Kafka, ErrorCode } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { clientId: 'pharmacy', brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'pharmacy-orders-0' } });

async function closeQuietly() {
  try {
    await producer.disconnect();
  } catch (err) {
    console.warn('pharmacy producer not closed', err);
  }
}

/**
 * Places all the orders of one prescription.
 * @param {{ id: string, drugs: { pzn: string, packs: number }[] }} prescription
 */
async function place(prescription) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'pharmacy.orders',
      messages: prescription.drugs.map((drug) => ({
        key: prescription.id,
        value: JSON.stringify(drug),
      })),
    });
  } catch (err) {
    if (err.fatal) {
      await closeQuietly();
      throw err;
    }
    await tx.abort().catch((abortErr) => console.error('order not rolled back', abortErr));
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    if (err.code === ErrorCode.ERR__TIMED_OUT) {
      console.warn('order %s: commit timed out', prescription.id);
    }
    await closeQuietly();
    throw err;
  }
}

module.exports = { connect: () => producer.connect(), place };

'use strict';

const { KafkaJS: { Kafka } } = require('@confluentinc/kafka-javascript');

/**
 * @template T
 * @param {import('@confluentinc/kafka-javascript').KafkaJS.Producer} producer
 * @param {(tx: import('@confluentinc/kafka-javascript').KafkaJS.Transaction) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withTransaction(producer, work) {
  const tx = await producer.transaction();
  try {
    const result = await work(tx);
    await tx.commit();
    return result;
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('not rolled back', abortErr));
    throw err;
  }
}

const kafka = new Kafka({ 'bootstrap.servers': 'tickets:9092' });
const resale = kafka.producer({ 'transactional.id': 'ticket-resale' });

exports.connect = () => resale.connect();

exports.resell = (ticket, buyer) =>
  withTransaction(resale, async (tx) => {
    await tx.send({ topic: 'tickets.voided', messages: [{ key: ticket.id, value: ticket.owner }] });
    await tx.send({ topic: 'tickets.issued', messages: [{ key: ticket.id, value: buyer }] });
  });

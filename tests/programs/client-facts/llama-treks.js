'use strict';

const kafkajs = require('kafkajs');

const kafka = new kafkajs.Kafka({ clientId: 'llamas', brokers: ['kafka:9092'] });
const producer = Reflect.apply(kafka.producer, kafka, [
  { transactionalId: 'llama-treks-0', idempotent: true, maxInFlightRequests: 1 },
]);

/**
 * @this {{ herd: string }}
 * @param {import('kafkajs').Transaction} tx
 * @param {...string} llamas
 */
async function saddle(tx, ...llamas) {
  const send = tx.send.bind(tx);
  const topic = `llamas.${this.herd}`;
  await Promise.all(llamas.map((llama) => send({ topic, messages: [{ key: llama, value: 'saddled' }] })));
}

async function trek(herd, llamas) {
  const tx = await producer.transaction();
  try {
    await saddle.call({ herd }, tx, ...llamas);
    await saddle.apply({ herd: 'audit' }, [tx, herd]);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `trek of ${herd} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

module.exports = { producer, trek };

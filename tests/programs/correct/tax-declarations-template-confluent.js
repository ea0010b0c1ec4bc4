'use strict';

const { Kafka, ErrorCodes } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { clientId: 'tax-declarations', brokers: ['kafka:9092'] } });

const MISCONFIGURED = new Set([
  ErrorCodes.ERR_TOPIC_AUTHORIZATION_FAILED,
  ErrorCodes.ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
  ErrorCodes.ERR_UNSUPPORTED_VERSION,
]);
const ABORTABLE = new Set([ErrorCodes.ERR__MSG_TIMED_OUT, ErrorCodes.ERR__INCONSISTENT, 120]);
const MAX_RESTARTS = 5;

async function openAll() {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'tax-declarations-0' } });
  const consumer = kafka.consumer({ kafkaJS: { groupId: 'tax-declarations', autoCommit: false } });
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['declarations.filed'] });
  return { producer, consumer };
}

function processAll({ producer, consumer }, assess) {
  return new Promise((resolve, reject) => {
    const eachMessage = async ({ topic, partition, message }) => {
      try {
        const tx = await producer.transaction();
        try {
          await tx.send({
            topic: 'declarations.assessed',
            messages: [{ key: message.key, value: assess(message.value) }],
          });
          await tx.sendOffsets({
            consumer,
            topics: [{ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] }],
          });
          await tx.commit();
        } catch (err) {
          if (!ABORTABLE.has(err.code)) throw err;
          await tx.abort();
          consumer.seek({ topic, partition, offset: message.offset });
        }
      } catch (err) {
        reject(err);
        throw err;
      }
    };
    consumer.run({ eachMessage }).catch(reject);
  });
}

async function closeAll({ producer, consumer }) {
  await Promise.allSettled([producer.disconnect(), consumer.disconnect()]);
}

exports.main = async function main(assess) {
  for (let restarts = 0; ; restarts++) {
    const clients = await openAll();
    try {
      await processAll(clients, assess);
    } catch (err) {
      await closeAll(clients);
      if (MISCONFIGURED.has(err.code) || restarts === MAX_RESTARTS) throw err;
      console.warn('starting anew after', err);
    }
  }
};

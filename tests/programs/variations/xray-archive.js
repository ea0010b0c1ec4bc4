'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'xray-archive', brokers: ['clinic:9092'] });
const producer = kafka.producer({ transactionalId: 'xray-archive-0', idempotent: true, maxInFlightRequests: 1 });

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function archiveOnce(images) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'xray.images', messages: images.map(({ id, data }) => ({ key: id, value: data })) });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'images not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

exports.archive = async function archive(images) {
  let left = 5;
  while (left-- > 0) {
    try {
      return await archiveOnce(images);
    } catch (err) {
      // the client says itself which errors pass
      if (!err.retriable || left === 0) throw err;
      console.warn(`images not archived, ${left} attempts left`, err);
      await pause(1000);
    }
  }
};

exports.connect = () => producer.connect();

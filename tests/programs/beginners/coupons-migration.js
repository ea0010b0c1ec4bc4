// Moves the old coupons to Kafka. Was a plain producer once, transactions came later.
const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;
const sleep = require('timers/promises').setTimeout;

const kafka = new Kafka({ kafkaJS: { brokers: [process.env.KAFKA_BROKER] } });

async function open() {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'coupons-migration' } });
  await producer.connect();
  return producer;
}

async function begin(producer) {
  for (;;) {
    try {
      return await producer.transaction();
    } catch (e) {
      console.log('transaction not started, waiting', e.message);
      await sleep(1000);
    }
  }
}

async function move(coupons, attempt = 1) {
  const producer = await open();
  try {
    const tx = await begin(producer);
    await tx.send({ topic: 'coupons', messages: coupons.map((c) => ({ key: c.code, value: c.percent })) });
  } catch (e) {
    await producer.disconnect();
    throw e;
  }

  try {
    await producer.commit();
  } catch (e) {
    await producer.disconnect();
    if (attempt < 3) {
      console.log('commit failed, moving the coupons again');
      return move(coupons, attempt + 1);
    }
    throw e;
  }
  await producer.disconnect();
}

module.exports = move;

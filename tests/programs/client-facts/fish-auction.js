const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'auction', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'auction-bids' });
const producer = kafka.producer({
  transactionalId: 'auction-bids-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const nextOf = (message) => (BigInt(message.offset) + 1n).toString();

async function onBid({ topic, partition, message }) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'auction.accepted',
      messages: [{ key: message.key, value: message.value }],
    });
    await tx.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: nextOf(message) }] }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'bid not rolled back');
    });
    throw err;
  }
  await tx.commit();
}

exports.run = () => consumer.run({ autoCommit: false, eachMessage: onBid });

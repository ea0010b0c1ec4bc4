const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;
const { render } = require('./templates');

function createPair(name) {
  const kafka = new Kafka({ kafkaJS: { clientId: name, brokers: ['kafka:9092'] } });
  return [
    kafka.consumer({ kafkaJS: { groupId: name, autoCommit: false } }),
    kafka.producer({ kafkaJS: { transactionalId: `${name}-0` } }),
  ];
}

const [consumer, producer] = createPair('invitations');

async function eachMessage({ topic, partition, message }) {
  const party = JSON.parse(message.value.toString());
  const tx = await producer.transaction();
  try {
    const outcomes = await Promise.allSettled(
      party.guests.map((guest) =>
        tx.send({ topic: 'letters', messages: [{ key: guest, value: render(party, guest) }] }),
      ),
    );
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        console.error('guest not invited', outcome.reason);
      }
    }
    await tx.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] }],
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'party not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

exports.run = async () => {
  await Promise.all([consumer.connect(), producer.connect()]);
  await consumer.subscribe({ topics: ['parties'] });
  await consumer.run({ eachMessage });
};

const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;
const counters = require('./counters');

const kafka = new Kafka({ kafkaJS: { brokers: ['kafka-0:9092', 'kafka-1:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'road-works-0' } });

function bucketOf(err) {
  switch (err.type) {
    case 'ERR__TIMED_OUT':
      return 'slow';
    case 'ERR_NOT_COORDINATOR':
      return 'moving';
    case 'ERR__FENCED':
      return 'fenced';
    default:
      return 'other';
  }
}

async function close(street, works) {
  await producer.transaction();
  try {
    await producer.send({ topic: 'roads.works', messages: works.map((work) => ({ key: street, value: work })) });
  } catch (err) {
    try {
      await producer.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'works not rolled back');
    }
    throw err;
  }

  try {
    await producer.commit();
  } catch (err) {
    counters.add(bucketOf(err));
    await producer.disconnect();
    throw err;
  }
}

module.exports = { open: () => producer.connect(), close };

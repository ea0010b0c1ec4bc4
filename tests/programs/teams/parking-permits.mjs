import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka, ErrorCodes } = KafkaJS;

const kafka = new Kafka({ kafkaJS: { brokers: ['city-kafka:9092'], clientId: 'parking-permits' } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'parking-permits', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'parking-permits-0', idempotent: true } });

const MAX_OFFSET_ATTEMPTS = 4;

/** Offsets may be sent again: the call has no effect twice. */
async function addOffsets(topics, attempt = 1) {
  try {
    await producer.sendOffsets({ consumer, topics });
  } catch (err) {
    if (err.code !== ErrorCodes.ERR__TIMED_OUT || attempt >= MAX_OFFSET_ATTEMPTS) throw err;
    await addOffsets(topics, attempt + 1);
  }
}

function decide(request) {
  const { plate, zone, resident } = JSON.parse(request);
  return { plate, zone, granted: resident === true };
}

async function eachMessage({ topic, partition, message }) {
  const permit = decide(message.value.toString());
  const position = [{ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] }];

  await producer.transaction();
  try {
    await producer.send({
      topic: 'parking.permits',
      messages: [{ key: permit.plate, value: JSON.stringify(permit) }],
    });
    await addOffsets(position);
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('permits: abort failed', abortErr));
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect().catch((closeErr) => console.error('permits: not closed', closeErr));
    throw err;
  }
}

await Promise.all([producer.connect(), consumer.connect()]);
await consumer.subscribe({ topic: 'parking.requests' });
await consumer.run({ eachMessage });

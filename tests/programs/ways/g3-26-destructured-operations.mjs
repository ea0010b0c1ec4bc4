import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'geofence', brokers: ['kafka:9092'] });

export const consumer = kafka.consumer({ groupId: 'geofence' });
const producer = kafka.producer({
  transactionalId: 'geofence-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const inside = ({ lat, lon }) => lat > 52.3 && lat < 52.7 && lon > 13 && lon < 13.8;

async function eachMessage({ topic, partition, message: { key, value, offset } }) {
  const position = JSON.parse(value.toString());
  const record = {
    topic: inside(position) ? 'geofence.entered' : 'geofence.left',
    messages: [{ key, value: position.at }],
  };

  const { send, sendOffsets, commit, abort } = await producer.transaction();
  try {
    await send(record).catch((err) => {
      console.warn('once more', err.message);
      return send(record);
    });
    await sendOffsets({
      consumerGroupId: 'geofence',
      topics: [{ topic, partitions: [{ partition, offset }] }],
    });
  } catch (err) {
    try {
      await abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'position not rolled back');
    }
    throw err;
  }
  await commit();
}

export async function start() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['vehicles.positions'] });
  await consumer.run({ autoCommit: false, eachMessage });
}

import { KafkaJS } from '@confluentinc/kafka-javascript';

const producer = new KafkaJS.Kafka({ 'bootstrap.servers': 'dams:9092' }).producer({ 'transactional.id': 'dam-levels' });

export const connect = () => producer.connect();

export async function store(levels) {
  await producer.transaction();
  const sends = levels.map(({ dam, metres }) =>
    producer.send({ topic: 'dams.levels', messages: [{ key: dam, value: metres.toFixed(2) }] }),
  );
  console.info('%d levels under way', sends.length);
  try {
    await Promise.all(sends);
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('levels not rolled back', abortErr));
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

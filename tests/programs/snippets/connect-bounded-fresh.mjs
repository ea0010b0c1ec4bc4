import confluent from '@confluentinc/kafka-javascript';
import { setTimeout as wait } from 'node:timers/promises';

const { Kafka } = confluent.KafkaJS;

const MAX_ATTEMPTS = 5;

export async function openProducer({ brokers, transactionalId }) {
  const kafka = new Kafka({ 'bootstrap.servers': brokers });
  const errors = [];

  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const producer = kafka.producer({ 'transactional.id': transactionalId });
    try {
      await producer.connect();
      return producer;
    } catch (err) {
      errors.push(err);
      console.warn(`attempt ${attempt} of ${MAX_ATTEMPTS} failed: ${err.message}`);
      await producer.disconnect().catch(() => {});
    }
    await wait(attempt * 1000);
  }

  throw new AggregateError(errors, `no producer for ${transactionalId}`);
}

export async function publishTides(producer, station, tides) {
  await producer.transaction();
  try {
    await producer.sendBatch({
      topicMessages: [
        { topic: 'tides', messages: tides.map((t) => ({ key: station, value: `${t.at};${t.cm}` })) },
        { topic: 'tides.stations', messages: [{ key: station, value: String(tides.length) }] },
      ],
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await producer.commit();
}

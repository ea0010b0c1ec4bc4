import kafkajs from 'kafkajs';
import { retry } from 'ts-retry-promise';

const { Kafka, KafkaJSNumberOfRetriesExceeded } = kafkajs;

const makeProducer = (site) =>
  new Kafka({ clientId: `balloons-${site}`, brokers: process.env.KAFKA_BROKERS.split(',') }).producer({
    transactionalId: `balloons-${site}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

export async function ascend(site, soundings) {
  const producer = makeProducer(site);
  await producer.connect();
  try {
    const flight = await producer.transaction();
    try {
      await retry(() => flight.send({ topic: 'balloons.soundings', messages: soundings }), {
        retries: 3,
        delay: 1000,
        retryIf: (error) => error instanceof KafkaJSNumberOfRetriesExceeded,
      });
    } catch (error) {
      await flight.abort().catch((abortError) => console.error('balloons: abort failed', abortError));
      throw error;
    }
    await flight.commit();
  } finally {
    await producer.disconnect();
  }
}

import kafkajs from 'kafkajs';
import { log } from './log.mjs';

const { Kafka, KafkaJSNumberOfRetriesExceeded } = kafkajs;

const kafka = new Kafka({ clientId: 'tide-tables', brokers: ['kafka-0:9092', 'kafka-1:9092'] });
const producer = kafka.producer({
  transactionalId: 'tide-tables-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const connect = () => producer.connect();

async function stage(tides) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'tides',
      messages: tides.map((tide) => ({ key: tide.harbour, value: String(tide.metres) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'tides not rolled back');
    }
    throw err;
  }
  return tx;
}

export async function publish(tides) {
  for (let attempt = 1; ; attempt += 1) {
    let tx;
    try {
      tx = await stage(tides);
    } catch (err) {
      if (!(err instanceof KafkaJSNumberOfRetriesExceeded) || attempt === 3) {
        throw err;
      }
      log.warn({ err, attempt }, 'tides not written, starting a new transaction');
      continue;
    }
    await tx.commit();
    return;
  }
}

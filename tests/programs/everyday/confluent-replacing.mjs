import { KafkaJS } from '@confluentinc/kafka-javascript';
import { metrics } from './metrics.mjs';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: process.env.BROKERS.split(',') } });

async function open() {
  const producer = kafka.producer({ 'transactional.id': 'price-import' });
  await producer.connect();
  return producer;
}

async function publishBatch(producer, batch) {
  await producer.transaction();
  try {
    for (const { sku, price } of batch.prices) {
      await producer.send({ topic: 'prices', messages: [{ key: sku, value: price.toFixed(2) }] });
    }
  } catch (err) {
    try {
      await producer.abort();
    } catch (abortErr) {
      console.error('abort failed', abortErr);
    }
    throw err;
  }
  await producer.commit();
}

/** Every batch is tried once; the result lists those that failed, for a person to look at. */
export async function publishAll(batches) {
  const failed = [];
  let producer = await open();
  for (const batch of batches) {
    try {
      await publishBatch(producer, batch);
      metrics.increment('batches.published');
    } catch (error) {
      metrics.increment('batches.failed');
      failed.push({ batch: batch.id, error });
      await producer.disconnect().catch(() => {});
      producer = await open();
    }
  }
  await producer.disconnect();
  return failed;
}

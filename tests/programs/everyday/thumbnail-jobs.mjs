import { Kafka } from 'kafkajs';
import client from 'prom-client';
import { render } from './render.mjs';

const rendered = new client.Counter({ name: 'thumbnails_total', help: 'thumbnails rendered' });
const skipped = new client.Counter({ name: 'thumbnails_skipped_total', help: 'images that could not be read' });

const kafka = new Kafka({ clientId: 'thumbnails', brokers: ['kafka:9092'] });
const producer = kafka.producer({ transactionalId: 'thumbnails', idempotent: true, maxInFlightRequests: 1 });

async function renderAll(images) {
  const outcomes = await Promise.allSettled(images.map((image) => render(image)));
  skipped.inc(outcomes.filter(({ status }) => status === 'rejected').length);
  return outcomes.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
}

export async function publishThumbnails(images) {
  const thumbnails = await renderAll(images);
  if (thumbnails.length === 0) return;

  const tx = await producer.transaction();
  const pending = [];
  try {
    for (const { id, size, data } of thumbnails) {
      pending.push(tx.send({ topic: `thumbnails.${size}`, messages: [{ key: id, value: data }] }));
    }
    await Promise.all(pending);
  } catch (err) {
    await Promise.allSettled(pending);
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
  rendered.inc(thumbnails.length);
}

export const connect = () => producer.connect();

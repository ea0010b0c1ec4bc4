import { Producer, stringSerializers } from '@platformatic/kafka';
import { pipeline } from 'node:stream/promises';
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { log } from './log.mjs';

const producer = new Producer({
  clientId: 'newsletter-audience',
  bootstrapBrokers: process.env.KAFKA_BROKERS.split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'newsletter-audience',
});

async function readSubscribers(file) {
  const subscribers = [];
  await pipeline(createReadStream(file), parse({ columns: true, trim: true }), async (rows) => {
    for await (const row of rows) {
      if (row.consent === 'yes') subscribers.push({ email: row.email.toLowerCase(), language: row.language || 'en' });
    }
  });
  return subscribers;
}

export async function importAudience(file, list) {
  const subscribers = await readSubscribers(file);
  const tx = await producer.beginTransaction();

  try {
    await tx.send({ messages: [{ topic: 'audience.lists', key: list, value: String(subscribers.length) }] });
    subscribers.forEach(async ({ email, language }) => {
      await tx.send({ messages: [{ topic: 'audience.members', key: email, value: `${list};${language}` }] });
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
    throw err;
  }

  await tx.commit();
  log.info({ list, count: subscribers.length }, 'audience imported');
}

export async function shutdown() {
  await producer.close();
}

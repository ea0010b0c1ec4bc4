import { Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { Counter } from 'prom-client';
import { summarize } from './summarize.mjs';

const published = new Counter({ name: 'summaries_published_total', help: 'summaries written' });

const bootstrapBrokers = process.env.KAFKA_BROKERS.split(',');

const producer = new Producer({
  clientId: 'newsfeed-out',
  bootstrapBrokers,
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'newsfeed',
});
const consumer = new Consumer({
  clientId: 'newsfeed-in',
  groupId: 'newsfeed',
  bootstrapBrokers,
  deserializers: stringDeserializers,
});

async function publishSummary(message) {
  const article = JSON.parse(message.value);
  const summary = await summarize(article.text);
  let tx;
  try {
    tx = await producer.beginTransaction();
    await tx.addConsumer(consumer);
    await tx.send({ messages: [{ topic: 'newsfeed.summaries', key: article.id, value: summary }] });
    await tx.addOffset(message);
  } catch (err) {
    console.error(`article ${article.id} not summarized`, err);
    await tx?.abort().catch((abortErr) => console.error('abort failed', abortErr));
    return;
  }
  await tx.commit();
  published.inc();
}

export async function run() {
  const stream = await consumer.consume({ topics: ['newsfeed.articles'], autocommit: false });
  for await (const message of stream) {
    await publishSummary(message);
  }
}

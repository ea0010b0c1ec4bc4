import { Producer, jsonSerializer, stringSerializer } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'sitemap',
  bootstrapBrokers: process.env.BROKERS.split(','),
  serializers: { key: stringSerializer, value: jsonSerializer },
  idempotent: true,
  transactionalId: 'sitemap-publisher',
  retries: 3,
});

function* chunksOf(list, size) {
  for (let i = 0; i < list.length; i += size) {
    yield list.slice(i, i + size);
  }
}

export async function publishSitemap(urls) {
  const tx = await producer.beginTransaction();
  const inFlight = [];

  try {
    for (const chunk of chunksOf(urls, 100)) {
      inFlight.push(
        tx.send({ messages: chunk.map((url) => ({ topic: 'sitemap.urls', key: url.host, value: url })) }),
      );
    }
    await Promise.all(inFlight);
  } catch (err) {
    // wait for the stragglers, they must not race the abort
    await Promise.allSettled(inFlight);
    await tx.abort().catch((abortErr) => console.error('sitemap abort failed', abortErr));
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
  return inFlight.length;
}

export const shutdown = () => producer.close();

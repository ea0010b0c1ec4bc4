import pLimit from 'p-limit';
import { Kafka, CompressionTypes } from 'kafkajs';
import { render } from './render.mjs';

const limit = pLimit(4);
const kafka = new Kafka({ clientId: 'thumbnails', brokers: (process.env.BROKERS ?? 'localhost:9092').split(',') });

let instance;
/** One producer for the process, made on first use. */
const getProducer = () =>
  (instance ??= (async () => {
    const producer = kafka.producer({ transactionalId: 'thumbnails-0', idempotent: true, maxInFlightRequests: 1 });
    try {
      await producer.connect();
    } catch (err) {
      instance = undefined;
      throw err;
    }
    return producer;
  })());

export async function publishAlbum(album) {
  const producer = await getProducer();
  const tx = await producer.transaction();
  try {
    await Promise.all(
      album.photos.map((photo) =>
        limit(async () => {
          const value = await render(photo, { width: 320 });
          return tx.send({
            topic: 'thumbnails',
            compression: CompressionTypes.GZIP,
            messages: [{ key: photo.id, value }],
          });
        }),
      ),
    );
  } catch (err) {
    limit.clearQueue();
    await tx.abort().catch((abortErr) => console.error({ abortErr, album: album.id }, 'abort failed'));
    throw err;
  }
  await tx.commit();
}

process.once('SIGTERM', async () => {
  const producer = await instance;
  await producer?.disconnect();
});

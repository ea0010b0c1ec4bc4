import kafkajs from 'kafkajs';
import { readExif, listPhotos } from './photos.mjs';

const kafka = new kafkajs.Kafka({ clientId: 'photo-catalog', brokers: ['localhost:9092'] });

const producer = kafka.producer({
  transactionalId: 'photo-catalog-scanner',
  idempotent: true,
  maxInFlightRequests: 1,
});

const toRecord = (album, photo) => ({
  topic: 'photos.catalog',
  messages: [{ key: `${album}/${photo.name}`, value: JSON.stringify(photo.exif) }],
});

async function describe(album) {
  const names = await listPhotos(album);
  return Promise.all(names.map(async (name) => ({ name, exif: await readExif(album, name) })));
}

/** Sends one record after the other; the order within an album matters. */
function sendInOrder(tx, records) {
  return records.reduce((sent, record) => sent.then(() => tx.send(record)), Promise.resolve());
}

export async function scan(album) {
  const photos = await describe(album);
  const tx = await producer.transaction();

  const summary = { topic: 'photos.albums', messages: [{ key: album, value: String(photos.length) }] };
  const sending = sendInOrder(tx, photos.map((photo) => toRecord(album, photo)));
  try {
    await sending;
    await tx.send(summary);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      err.message += ` (and the abort failed: ${abortErr.message})`;
    }
    throw err;
  }

  await tx.commit();
  return photos.length;
}

export async function withScanner(work) {
  await producer.connect();
  try {
    return await work(scan);
  } finally {
    await producer.disconnect();
  }
}

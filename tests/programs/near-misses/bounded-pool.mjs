import { Kafka } from 'kafkajs';

const LIMIT = 8;

const kafka = new Kafka({ clientId: 'tile-renderer', brokers: ['tiles-kafka:9092'] });
const producer = kafka.producer({
  transactionalId: `tiles-${process.env.RENDERER_INDEX}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

export const connect = () => producer.connect();

export async function publishTiles(tiles, render) {
  const messages = await Promise.all(
    tiles.map(async (tile) => ({ key: `${tile.z}/${tile.x}/${tile.y}`, value: await render(tile) })),
  );

  const tx = await producer.transaction();
  const running = new Set();
  try {
    for (const message of messages) {
      const sending = tx
        .send({ topic: 'map.tiles', messages: [message] })
        .then(() => {
          running.delete(sending);
        });
      running.add(sending);
      if (running.size >= LIMIT) {
        await Promise.race(running);
      }
    }
    await Promise.all(running);
  } catch (err) {
    await Promise.allSettled(running);
    await tx.abort().catch((abortErr) => console.error('tiles: abort failed', abortErr));
    throw err;
  }
  await tx.commit();
  return tiles.length;
}

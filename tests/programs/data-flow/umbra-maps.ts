import { Producer, stringSerializers } from '@platformatic/kafka';

class Settings {
  static #region = process.env.REGION ?? 'eu';

  static get connection() {
    return { clientId: `umbra-${this.#region}`, bootstrapBrokers: [`kafka.${this.#region}.umbra:9092`] };
  }

  static get exactlyOnce() {
    return { idempotent: true as const, transactionalId: `umbra-maps-${this.#region}` };
  }
}

const producer = new Producer({
  ...Settings.connection,
  ...Settings.exactlyOnce,
  serializers: stringSerializers,
});

interface Tile {
  x: number;
  y: number;
  darkness: number;
}

const toMessage = ({ x, y, darkness }: Tile, topic = 'umbra.tiles') => ({
  topic,
  key: `${x}:${y}`,
  value: darkness.toString(16),
});

export async function publishTiles(tiles: Iterable<Tile>): Promise<void> {
  const transaction = await producer.beginTransaction();
  await transaction
    .send({ messages: Array.from(tiles, (tile) => toMessage(tile)) })
    .catch(async (error: Error) => {
      await transaction.abort().catch((abortError: Error) => console.warn('tiles not rolled back', abortError));
      throw error;
    });
  await transaction.commit().catch(async (error: Error) => {
    await producer.close(true);
    throw error;
  });
}

export const closeMaps = (): Promise<void> => producer.close();

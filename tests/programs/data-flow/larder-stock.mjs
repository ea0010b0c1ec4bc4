import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'larder',
  bootstrapBrokers: ['kitchen-kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'larder-stock',
});

/**
 * Writes the stock of all shelves and answers which of them are written.
 * @param {Record<string, { item: string, grams: number }[]>} stock
 * @returns {Promise<string[]>}
 */
export async function writeStock(stock) {
  const shelves = Object.entries(stock);
  const states = new Map();
  const tx = await producer.beginTransaction();

  try {
    const results = await Promise.allSettled(
      shelves.map(([shelf, items]) =>
        tx.send({
          messages: items.map(({ item, grams }) => ({ topic: 'larder.stock', key: `${shelf}/${item}`, value: `${grams}` })),
        }),
      ),
    );
    shelves.forEach(([shelf], index) => states.set(shelf, results[index].status));
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }

  return [...states].filter(([, state]) => state === 'fulfilled').map(([shelf]) => shelf);
}

export const close = () => producer.close();

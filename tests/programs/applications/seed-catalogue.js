import { Kafka } from 'kafkajs';

/** @typedef {{ sku: string, latin: string, sowFrom: number, sowUntil: number }} Seed */

const kafka = new Kafka({ clientId: 'seeds', brokers: ['kafka.garden.test:9092'] });

const producer = kafka.producer({
  transactionalId: 'seed-catalogue-import',
  idempotent: true,
  maxInFlightRequests: 1,
});

const byMonth = (seeds) => {
  const months = new Map();
  for (const seed of seeds) {
    for (let m = seed.sowFrom; m <= seed.sowUntil; m++) {
      months.set(m, [...(months.get(m) ?? []), seed.sku]);
    }
  }
  return months;
};

/**
 * Replaces the catalogue and the sowing calendar together.
 * @param {Seed[]} seeds
 */
export const replaceCatalogue = (seeds) =>
  producer.transaction().then((tx) =>
    tx
      .send({
        topic: 'seeds.catalogue',
        messages: seeds.map((seed) => ({ key: seed.sku, value: JSON.stringify(seed) })),
      })
      .then(() =>
        tx.send({
          topic: 'seeds.calendar',
          messages: [...byMonth(seeds)].map(([month, skus]) => ({ key: String(month), value: skus.join() })),
        }),
      )
      .then(() => tx.commit())
      .catch((err) =>
        tx.abort().then(
          () => Promise.reject(err),
          (abortErr) => Promise.reject(new AggregateError([err, abortErr], 'catalogue in unknown state')),
        ),
      ),
  );

export const open = () => producer.connect();
export const close = () => producer.disconnect();

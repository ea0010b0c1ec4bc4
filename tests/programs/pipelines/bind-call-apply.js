'use strict';

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'seed-vault', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'seed-vault-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

const begin = producer.transaction.bind(producer);

async function store(shelf, seeds) {
  const tx = await begin();
  const send = tx.send.bind(tx);
  const commit = tx.commit.bind(tx);
  try {
    for (const seed of seeds) {
      await send({ topic: 'vault.seeds', messages: [{ key: seed.species, value: shelf }] });
    }
    await tx.send.apply(tx, [{ topic: 'vault.shelves', messages: [{ key: shelf, value: 'full' }] }]);
  } catch (err) {
    try {
      await tx.abort.call(tx);
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `shelf ${shelf} not rolled back`);
    }
    throw err;
  }
  commit();
  return seeds.length;
}

module.exports = { connect: () => producer.connect(), store };

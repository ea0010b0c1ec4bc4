'use strict';

const { Kafka } = require('kafkajs');
const { toWishlist } = require('./mapping');
const log = require('./log');

const GROUP = 'wishlist-sync';

const kafka = new Kafka({ clientId: 'wishlist-sync', brokers: [process.env.KAFKA_1, process.env.KAFKA_2] });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({ transactionalId: 'wishlist-sync-0', idempotent: true, maxInFlightRequests: 1 });

async function sync({ batch, heartbeat, isRunning, isStale }) {
  const { topic, partition, messages } = batch;

  for (const message of messages) {
    if (!isRunning() || isStale()) break;

    const wishlist = toWishlist(JSON.parse(message.value));
    const next = (BigInt(message.offset) + 1n).toString();
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'wishlists', messages: [{ key: wishlist.customer, value: JSON.stringify(wishlist) }] });
      await tx.sendOffsets({
        consumer,
        topics: [{ topic, partitions: [{ partition, offset: next }] }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
      throw err;
    }
    await tx.commit();
    await heartbeat();
  }
}

async function main() {
  await Promise.all([consumer.connect(), producer.connect()]);
  await consumer.subscribe({ topics: ['shop.favourites'], fromBeginning: true });
  await consumer.run({ autoCommit: false, eachBatch: sync });
}

main().catch((err) => {
  log.fatal({ err }, 'wishlist-sync cannot start');
  process.exit(1);
});

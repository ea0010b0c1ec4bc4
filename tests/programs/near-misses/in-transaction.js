const { createHash } = require('node:crypto');
const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { brokers: ['broker-1:9092', 'broker-2:9092'], clientId: 'playlists' } });

/** The same shard has the same id after every restart. */
const idOf = (shard) => createHash('sha256').update(shard).digest('hex').slice(0, 12);

/**
 * Runs work inside a transaction of the producer.
 * @template T
 * @param {import('@confluentinc/kafka-javascript').KafkaJS.Producer} producer
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function inTransaction(producer, work) {
  await producer.transaction();
  const result = await Promise.resolve().then(work).catch(async (err) => {
    await producer.abort().catch((abortErr) => console.error('playlists: abort failed', abortErr));
    throw err;
  });
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
  return result;
}

module.exports = function playlists(shard) {
  const producer = kafka.producer({ kafkaJS: { transactionalId: `playlists-${idOf(shard)}` } });
  const put = (topic, key, value) => producer.send({ topic, messages: [{ key, value }] });

  return {
    connect: () => producer.connect(),
    disconnect: () => producer.disconnect(),
    add: (playlist, track) =>
      inTransaction(producer, async () => {
        await put('playlists.tracks', playlist, track);
        await put('tracks.plays', track, playlist);
      }),
    clear: (playlist) => inTransaction(producer, () => put('playlists.tracks', playlist, null)),
  };
};

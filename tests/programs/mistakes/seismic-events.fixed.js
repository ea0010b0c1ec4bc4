'use strict';

/** @typedef {import('kafkajs').EachMessagePayload} Payload */

const GROUP = 'seismic';

/** @param {Payload} payload */
function positionOf({ topic, partition, message: { offset } }) {
  const next = String(BigInt(offset) + 1n);
  return { consumerGroupId: GROUP, topics: [{ topic, partitions: [{ partition, offset: next }] }] };
}

/**
 * @param {import('kafkajs').Producer} producer
 * @param {Payload} payload
 */
exports.relay = async function relay(producer, payload) {
  const { key, value } = payload.message;
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'seismic.events', messages: [{ key, value }] });
    await tx.sendOffsets(positionOf(payload));
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'event not rolled back');
    }
    throw err;
  }
  await tx.commit();
};

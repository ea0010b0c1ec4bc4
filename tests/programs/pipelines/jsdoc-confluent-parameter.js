'use strict';

/**
 * Publishes the lots of an auction, all or none.
 *
 * @param {import('@confluentinc/kafka-javascript').KafkaJS.Producer} producer connected, transactional
 * @param {string} auction
 * @param {Array<{ lot: number, estimate: number }>} lots
 * @returns {Promise<void>}
 */
async function publishLots(producer, auction, lots) {
  await producer.transaction();
  let committed = false;
  try {
    await producer.send({
      topic: 'auctions.lots',
      messages: lots.map(({ lot, estimate }) => ({
        key: `${auction}/${lot}`,
        value: String(estimate),
      })),
    });
    await producer.send({
      topic: 'auctions.catalogues',
      messages: [{ key: auction, value: String(lots.length) }],
    });
    await producer.commit();
    committed = true;
  } finally {
    if (!committed) {
      await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
    }
  }
}

module.exports = { publishLots };

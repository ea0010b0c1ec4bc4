'use strict';

/** @typedef {import('kafkajs').Transaction} Tx */
/** @typedef {import('kafkajs').Producer} Producer */

/**
 * @param {Tx} tx
 * @param {Array<{ sku: string, cents: number }>} prices
 */
function writePrices(tx, prices) {
  prices.forEach(async ({ sku, cents }) => {
    await tx.send({ topic: 'shop.prices', messages: [{ key: sku, value: String(cents) }] });
  });
}

/**
 * @param {Producer} producer
 * @param {string} list
 * @param {Array<{ sku: string, cents: number }>} prices
 */
exports.publishPriceList = async function publishPriceList(producer, list, prices) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'shop.price-lists', messages: [{ key: list, value: 'current' }] });
    writePrices(tx, prices);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `price list ${list} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
};

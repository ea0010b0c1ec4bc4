// @ts-check
'use strict';

/**
 * @typedef {import('kafkajs').Producer} Producer
 * @typedef {import('kafkajs').Transaction} Tx
 * @typedef {{ listing: string, photos: string[] }} Listing
 */

/**
 * @param {Tx} tx
 * @param {Listing} listing
 * @returns {Promise<PromiseSettledResult<import('kafkajs').RecordMetadata[]>[]>}
 */
function sendPhotos(tx, { listing, photos }) {
  return Promise.allSettled(
    photos.map((value) => tx.send({ topic: 'listings.photos', messages: [{ key: listing, value }] })),
  );
}

/**
 * @param {Producer} producer
 * @param {Listing[]} listings
 */
async function publishListings(producer, listings) {
  const tx = await producer.transaction();
  try {
    for (const listing of listings) {
      await tx.send({ topic: 'listings', messages: [{ key: listing.listing, value: 'published' }] });
      const results = await sendPhotos(tx, listing);
      const lost = results.filter(({ status }) => status === 'rejected').length;
      if (lost > 0) {
        console.warn(`${lost} photos of ${listing.listing} are missing`);
      }
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

module.exports = { publishListings };

'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { KafkaJSNumberOfRetriesExceeded } = require('kafkajs');

/** A commit failed: nobody knows whether the bids are out, so this is never tried again. */
class CommitFailed extends Error {
  name = 'CommitFailed';
}

/** @param {unknown} err */
const worthAnotherTry = (err) =>
  err instanceof KafkaJSNumberOfRetriesExceeded && err.cause?.retriable === true;

/**
 * @param {import('kafkajs').Producer} producer
 * @param {import('kafkajs').Message[]} messages
 */
async function placeOnce(producer, messages) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'auctions.bids', messages });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'bids not rolled back');
    }
    throw err;
  }
  try {
    await tx.commit();
  } catch (cause) {
    throw new CommitFailed('the bids may or may not be placed', { cause });
  }
}

/**
 * @param {import('kafkajs').Producer} producer
 * @param {{ lot: number, bidder: string, cents: number }[]} bids
 */
module.exports.place = async (producer, bids) => {
  const messages = bids.map((bid) => ({ key: String(bid.lot), value: JSON.stringify(bid) }));
  let attempt = 0;
  for (;;) {
    try {
      return await placeOnce(producer, messages);
    } catch (err) {
      attempt += 1;
      if (attempt > 3 || err instanceof CommitFailed || !worthAnotherTry(err)) throw err;
      await sleep(attempt * 1000);
    }
  }
};

module.exports.CommitFailed = CommitFailed;

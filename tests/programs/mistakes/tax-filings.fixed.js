'use strict';

const retry = require('async-retry');

/**
 * Writes a filing and its attachments as part of the caller's transaction.
 *
 * @param {import('kafkajs').Transaction} tx
 * @param {{ reference: string, year: number, attachments: Buffer[] }} filing
 */
async function writeFiling(tx, filing) {
  const { attachments, ...head } = filing;
  await tx.send({
    topic: 'tax.filings',
    messages: [{ key: filing.reference, value: JSON.stringify(head) }],
  });
  await retry(() => assertStored(filing.reference), { retries: 4, factor: 2, minTimeout: 250 });
  await tx.send({
    topic: 'tax.attachments',
    messages: attachments.map((value) => ({ key: filing.reference, value })),
  });
}

async function assertStored(reference) {
  const response = await fetch(`http://archive.internal/filings/${reference}`);
  if (!response.ok) throw new Error(`filing ${reference} not archived yet`);
}

module.exports = { writeFiling, assertStored };

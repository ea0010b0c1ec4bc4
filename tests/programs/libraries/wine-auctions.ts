import pTimeout, { TimeoutError } from 'p-timeout';
import type { Producer } from 'kafkajs';
import type { Bid } from './bids';
import { auditTrail } from './audit';

const COMMIT_LIMIT = 20_000;

export class OutcomeUnknown extends Error {
  constructor(readonly lot: string, options: ErrorOptions) {
    super(`it is not known whether the bids of lot ${lot} were published`, options);
    this.name = 'OutcomeUnknown';
  }
}

export async function publishBids(producer: Producer, lot: string, bids: readonly Bid[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'wine.bids',
      messages: bids.map((bid) => ({ key: lot, value: JSON.stringify(bid), headers: { bidder: bid.bidder } })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => auditTrail.note('abort failed', { lot, abortErr }));
    throw err;
  }

  try {
    await pTimeout(tx.commit(), { milliseconds: COMMIT_LIMIT });
  } catch (err) {
    // No abort here: the broker may have the commit already.
    auditTrail.note(err instanceof TimeoutError ? 'commit takes too long' : 'commit failed', { lot });
    throw new OutcomeUnknown(lot, { cause: err });
  }
}

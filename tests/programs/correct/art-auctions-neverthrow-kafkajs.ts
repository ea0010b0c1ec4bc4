import { err, ok, type Result } from 'neverthrow';
import type { Producer } from 'kafkajs';

export interface Bid {
  lot: number;
  bidder: string;
  cents: number;
}

export type BidError =
  | { kind: 'too-low'; minimum: number }
  | { kind: 'not-published'; cause: unknown };

const MINIMUM = 10_000;

export async function placeBid(producer: Producer, bid: Bid): Promise<Result<Bid, BidError>> {
  if (bid.cents < MINIMUM) {
    return err({ kind: 'too-low', minimum: MINIMUM });
  }

  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'auctions.bids',
      messages: [{ key: String(bid.lot), value: JSON.stringify(bid) }],
    });
    await tx.send({
      topic: 'auctions.reservations',
      messages: [{ key: bid.bidder, value: String(bid.cents) }],
    });
  } catch (cause) {
    await tx.abort().catch((abortError: unknown) => console.error('bid not rolled back', abortError));
    return err({ kind: 'not-published', cause });
  }

  return tx.commit().then(
    () => ok(bid),
    (cause: unknown) => err({ kind: 'not-published' as const, cause }),
  );
}

import { CompressionTypes, Kafka } from 'kafkajs';

type Bid = Readonly<{ lot: string; bidder: string; cents: number; placedAt: string }>;

const kafka = new Kafka({ clientId: 'auctions', brokers: ['kafka:9092'] });

// The bids themselves: all or nothing.
const bids = kafka.producer({ transactionalId: 'auction-bids', idempotent: true, maxInFlightRequests: 1 });
// What could not be written: best effort.
const rejects = kafka.producer({ allowAutoTopicCreation: false });

async function park(bid: Bid, reason: unknown) {
  const headers = { reason: reason instanceof Error ? reason.message : String(reason) };
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await rejects.send({
        topic: 'auctions.rejects',
        messages: [{ key: bid.lot, value: JSON.stringify(bid), headers }],
      });
    } catch (err) {
      console.warn('reject not parked', attempt, err);
    }
  }
  return [];
}

export async function place(bid: Bid): Promise<void> {
  const tx = await bids.transaction();
  try {
    await tx.sendBatch({
      compression: CompressionTypes.GZIP,
      topicMessages: [
        { topic: 'auctions.bids', messages: [{ key: bid.lot, value: JSON.stringify(bid) }] },
        { topic: 'auctions.bidders', messages: [{ key: bid.bidder, value: bid.lot }] },
      ],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    await park(bid, err);
    throw err;
  }
  await tx.commit();
}

export const open = async (): Promise<void> => {
  await bids.connect();
  await rejects.connect();
};

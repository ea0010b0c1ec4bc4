import kafkajs from 'kafkajs';
import pRetry from 'p-retry';

const bids = new kafkajs.Kafka({ clientId: 'wine-auctions', brokers: ['cellar:9092'] }).producer({
  transactionalId: 'wine-auctions-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

export const open = () => bids.connect();

export async function placeBid(lot, bid) {
  const tx = await bids.transaction();
  try {
    await tx.send({ topic: 'wine.bids', messages: [{ key: lot.id, value: JSON.stringify(bid) }] });
    await tx.send({ topic: 'wine.lots', messages: [{ key: lot.id, value: JSON.stringify({ ...lot, leader: bid.bidder }) }] });
  } catch (cause) {
    try {
      await tx.abort();
    } catch (abortError) {
      throw new AggregateError([cause, abortError], `bid on ${lot.id} neither placed nor rolled back`);
    }
    throw cause;
  }
  await tx.commit();
}

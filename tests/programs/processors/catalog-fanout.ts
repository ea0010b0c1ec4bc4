import { Kafka, type Transaction } from 'kafkajs';
import { Queue } from './queue';

interface Change {
  sku: string;
  price: number;
  markets: string[];
}

const producer = new Kafka({ clientId: 'catalog', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'catalog-fanout',
  idempotent: true,
  maxInFlightRequests: 1,
});

let skippedMarkets = 0;

const toMarket = (tx: Transaction) => (change: Change) => (market: string) =>
  tx
    .send({ topic: `prices.${market}`, messages: [{ key: change.sku, value: change.price.toFixed(2) }] })
    .catch((err) => {
      skippedMarkets += 1;
      console.warn(`market ${market} skipped for ${change.sku}`, err);
    });

async function fanOut(change: Change): Promise<void> {
  const tx = await producer.transaction();
  try {
    await Promise.all(change.markets.map(toMarket(tx)(change)));
    await tx.send({ topic: 'prices.history', messages: [{ key: change.sku, value: JSON.stringify(change) }] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `price of ${change.sku} half published`);
    }
    throw err;
  }
  await tx.commit();
}

export async function work(queue: Queue<Change>): Promise<number> {
  await producer.connect();
  for await (const change of queue) {
    await fanOut(change);
  }
  await producer.disconnect();
  return skippedMarkets;
}

import pRetry from 'p-retry';
import { Kafka } from 'kafkajs';

const producer = new Kafka({
  clientId: 'honey-auction',
  brokers: ['hive-1:9092', 'hive-2:9092'],
  retry: { retries: 8 },
}).producer({
  transactionalId: `honey-auction-${process.env.ROOM}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

export const open = () => producer.connect();

/** The transaction of a crashed predecessor may still be completing. */
const beginTransaction = () =>
  pRetry(() => producer.transaction(), {
    retries: 4,
    factor: 3,
    shouldRetry: ({ error }) => (error.cause ?? error).type === 'CONCURRENT_TRANSACTIONS',
  });

export async function close(lot, bids) {
  const tx = await beginTransaction();
  await tx
    .sendBatch({
      topicMessages: [
        { topic: 'auction.closed', messages: [{ key: lot, value: String(Math.max(...bids.map((b) => b.cents))) }] },
        { topic: 'auction.bids', messages: bids.map((b) => ({ key: lot, value: JSON.stringify(b) })) },
      ],
    })
    .catch(async (reason) => {
      await tx.abort().catch((abortErr) => console.error(`lot ${lot}: abort failed`, abortErr));
      throw reason;
    });
  await tx.commit();
}

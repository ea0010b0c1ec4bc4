import { Kafka, KafkaJSNonRetriableError, type EachBatchPayload, type Producer } from 'kafkajs';

const kafka = new Kafka({ clientId: 'auction', brokers: ['fish-kafka:9092'] });
const groupId = 'auction-prices';
const consumer = kafka.consumer({ groupId });

const open = async (): Promise<Producer> => {
  const fresh = kafka.producer({
    transactionalId: 'auction-prices-0',
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await fresh.connect();
  return fresh;
};

let producer: Producer | null = null;

async function eachBatch({ batch, isRunning, isStale }: EachBatchPayload): Promise<void> {
  if (!isRunning() || isStale() || batch.isEmpty()) return;
  const messages = batch.messages.map(({ key, value }) => ({ key, value: Buffer.from(`eur:${value}`) }));
  const offset = (BigInt(batch.lastOffset()) + 1n).toString();

  const mine = (producer ??= await open());
  try {
    const tx = await mine.transaction();
    try {
      await tx.send({ topic: 'auction.prices', messages });
      await tx.sendOffsets({
        consumerGroupId: groupId,
        topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset }] }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('auction: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  } catch (err) {
    // The producer that did not get through its transaction is done for. So is the consumer: a
    // non-retriable error crashes it, so that this batch is not fetched again from memory. The
    // next process starts from the committed offsets.
    producer = null;
    await mine.disconnect().catch((closeErr) => console.error('auction: disconnect failed', closeErr));
    throw Object.assign(new KafkaJSNonRetriableError('the batch was not priced'), { cause: err });
  }
}

consumer.on(consumer.events.CRASH, ({ payload }) => {
  console.error('auction: consumer crashed', payload.error);
  process.exit(1);
});

export async function main(): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topics: ['auction.bids'] });
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
}

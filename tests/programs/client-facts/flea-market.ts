import { Kafka, type Consumer, type EachMessagePayload, type Producer } from 'kafkajs';

type Pair = readonly [Consumer, Producer];

function pair(kafka: Kafka, name: string): Pair {
  const consumer = kafka.consumer({ groupId: name });
  const producer = kafka.producer({
    transactionalId: `${name}-out`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  return [consumer, producer] as const;
}

const [stalls, [, sales], ...rest] = [
  'flea-market',
  pair(new Kafka({ clientId: 'flea-market', brokers: ['kafka:9092'] }), 'flea-market'),
  'unused',
] as const;

export async function onSale({ topic, partition, message }: EachMessagePayload): Promise<void> {
  const tx = await sales.transaction();
  try {
    await tx.send({ topic: `${stalls}.sales`, messages: [{ key: message.key, value: message.value }] });
    await tx.sendOffsets({
      consumerGroupId: stalls,
      topics: [{ topic, partitions: [{ partition, offset: (Number(message.offset) + 1).toString() }] }],
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `${rest.length} sales not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

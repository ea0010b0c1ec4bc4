import { Kafka } from 'kafkajs';

const GROUP = 'meter-rollup';
const kafka = new Kafka({ clientId: GROUP, brokers: ['kafka-1:9092'] });
const consumer = kafka.consumer({ groupId: GROUP });
const producer = kafka.producer({ transactionalId: `${GROUP}-${process.env.SHARD}`, idempotent: true, maxInFlightRequests: 1 });

/** Yields one total per meter, in the order in which the meters first appear. */
function* totals(messages) {
  const sums = new Map();
  for (const { key, value } of messages) {
    const meter = key.toString();
    sums.set(meter, (sums.get(meter) ?? 0) + Number(value));
  }
  for (const [meter, sum] of sums) yield { key: meter, value: sum.toFixed(3) };
}

async function eachBatch({ batch, heartbeat }) {
  const { topic, partition, messages } = batch;
  const last = messages.at(-1);
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'meters.totals', messages: [...totals(messages)] });
    await heartbeat();
    await tx.sendOffsets({
      consumerGroupId: GROUP,
      topics: [{ topic, partitions: [{ partition, offset: last.offset }] }],
    });
  } catch (err) {
    await tx.abort();
    throw err;
  }
  await tx.commit();
}

export async function start() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['meters.readings'] });
  await consumer.run({ autoCommit: false, eachBatch });
}

export async function stop() {
  await consumer.disconnect();
  await producer.disconnect();
}

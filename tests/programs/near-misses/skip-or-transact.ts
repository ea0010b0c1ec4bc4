import { Kafka, type EachBatchPayload, type KafkaMessage } from 'kafkajs';

const groupId = 'alarm-filter';
const kafka = new Kafka({ clientId: groupId, brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId });
const producer = kafka.producer({ transactionalId: 'alarm-filter-0', idempotent: true, maxInFlightRequests: 1 });

const isAlarm = (message: KafkaMessage): boolean => JSON.parse(String(message.value)).level >= 4;

/** partition -> the offset to go on from */
function advance(next: Map<number, bigint>, partition: number, messages: KafkaMessage[]): void {
  for (const { offset } of messages) {
    let seen = BigInt(offset);
    seen++;
    const known = next.get(partition) ?? 0n;
    next.set(partition, seen > known ? seen : known);
  }
}

async function eachBatch({ batch }: EachBatchPayload): Promise<void> {
  const { topic, partition, messages } = batch;
  const next = new Map<number, bigint>();
  advance(next, partition, messages);
  const alarms = messages.filter(isAlarm);

  if (alarms.length === 0) {
    await consumer.commitOffsets([...next].map(([p, offset]) => ({ topic, partition: p, offset: `${offset}` })));
    return;
  }

  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'alarms', messages: alarms.map(({ key, value }) => ({ key, value })) });
    const partitions = Array.from(next, ([p, offset]) => ({ partition: p, offset: offset.toString() }));
    await tx.sendOffsets({ consumerGroupId: groupId, topics: [{ topic, partitions }] });
  } catch (err) {
    await tx.abort().catch((e) => console.error('alarm filter: abort failed', e));
    throw err;
  }
  await tx.commit();
}

export async function run(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['sensors.raw'] });
  await consumer.run({ autoCommit: false, eachBatch });
}

import { KafkaJS } from '@confluentinc/kafka-javascript';

type Incoming = { topic: string; partition: number; message: { key?: Buffer | null; value: Buffer | null; offset: string } };

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka-0:9092'], clientId: 'lanes' } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'lanes', autoCommit: false } });

/** One producer for each input partition: its transactional id says which one it works for. */
const lanes = new Map<string, KafkaJS.Producer>();

async function laneOf(topic: string, partition: number): Promise<KafkaJS.Producer> {
  const id = `lanes-${topic}-${partition}`;
  let lane = lanes.get(id);
  if (!lane) {
    lane = kafka.producer({ kafkaJS: { transactionalId: id, idempotent: true } });
    await lane.connect();
    lanes.set(id, lane);
  }
  return lane;
}

async function drop(topic: string, partition: number): Promise<void> {
  const id = `lanes-${topic}-${partition}`;
  const lane = lanes.get(id);
  lanes.delete(id);
  await lane?.disconnect().catch((err) => console.error(`${id}: disconnect failed`, err));
}

async function copy({ topic, partition, message }: Incoming): Promise<void> {
  try {
    const lane = await laneOf(topic, partition);
    await lane.transaction();
    await lane.send({ topic: `${topic}.copy`, messages: [{ key: message.key, value: message.value }] });
    await lane.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + BigInt(1)).toString() }] }],
    });
    await lane.commit();
  } catch (err) {
    // Whatever it was: the lane is closed, which gives an open transaction up as well.
    await drop(topic, partition);
    throw err;
  }
}

/** `giveUp` ends the process; its successor starts from the committed offsets, with new lanes. */
export async function run(giveUp: (why: unknown) => void): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topics: ['meters', 'valves'] });
  await consumer.run({
    eachMessage: (incoming) =>
      copy(incoming).catch((err) => {
        giveUp(err);
        throw err;
      }),
  });
}

export async function shutDown(): Promise<void> {
  await consumer.disconnect();
  for (const [id, lane] of lanes) {
    lanes.delete(id);
    await lane.disconnect();
  }
}

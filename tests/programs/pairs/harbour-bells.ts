import { Kafka, type EachBatchPayload, type Offsets } from 'kafkajs';

const kafka = new Kafka({ clientId: 'harbour-bells', brokers: ['harbour:9092'] });
const consumer = kafka.consumer({ groupId: 'harbour-bells' });
const producer = kafka.producer({ transactionalId: 'harbour-bells-0', idempotent: true, maxInFlightRequests: 1 });

type Bell = { bell: string; strokes: number };

/** Groups strokes by bell and remembers where to go on. */
function gather({ batch }: EachBatchPayload): { bells: Bell[]; resumeAt: Offsets } {
  const strokes = new Map<string, number>();
  let cursor = batch.firstOffset() ?? '0';
  for (const message of batch.messages) {
    const bell = String(message.key);
    strokes.set(bell, (strokes.get(bell) ?? 0) + 1);
    cursor = (BigInt(message.offset) + 1n).toString();
  }
  return {
    bells: [...strokes].map(([bell, count]) => ({ bell, strokes: count })),
    resumeAt: { topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset: cursor }] }] },
  };
}

async function eachBatch(payload: EachBatchPayload): Promise<void> {
  const { bells, resumeAt } = gather(payload);
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'harbour.strokes',
      messages: bells.map(({ bell, strokes }) => ({ key: bell, value: String(strokes) })),
    });
    await tx.sendOffsets({ consumerGroupId: 'harbour-bells', ...resumeAt });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('strokes not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function run(): Promise<void> {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topic: 'harbour.bells' });
  await consumer.run({ autoCommit: false, eachBatch });
}

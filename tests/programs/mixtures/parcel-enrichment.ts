import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;
const kafka = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });

export const consumer = kafka.consumer({ kafkaJS: { groupId: 'parcel-enrichment', autoCommit: false } });
export const producer = kafka.producer({ kafkaJS: { transactionalId: 'parcel-enrichment-0' } });

const dispatcher = new Agent({ connect: { timeout: 1_000 }, bodyTimeout: 2_000 });
const RESUMABLE = new Set<number>([ErrorCodes.ERR__TIMED_OUT, ErrorCodes.ERR__TRANSPORT]);

type Offsets = Parameters<KafkaJS.Producer['sendOffsets']>[0]['topics'];

async function weightOf(parcel: string): Promise<number> {
  const { statusCode, body } = await request(`http://scales/parcels/${parcel}`, { dispatcher });
  const answer = (await body.json()) as { grams: number };
  if (statusCode !== 200) throw new Error(`scales answered ${statusCode}`);
  return answer.grams;
}

/** Offsets, unlike records, may be added again: the last ones win. */
async function addOffsets(topics: Offsets): Promise<void> {
  let attempt = 0;
  while (true) {
    try {
      return await producer.sendOffsets({ consumer, topics });
    } catch (err) {
      attempt += 1;
      if (attempt >= 4 || !RESUMABLE.has((err as KafkaJS.KafkaJSError).code)) throw err;
      await sleep(attempt * 250);
    }
  }
}

async function onMessage({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
  const parcel = message.key!.toString();
  await producer.transaction();
  try {
    const grams = await weightOf(parcel);
    await producer.send({ topic: 'parcels.weighed', messages: [{ key: parcel, value: String(grams) }] });
    await addOffsets([{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }]);
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await producer.commit();
}

export async function run(): Promise<void> {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topic: 'parcels.scanned' });
  await consumer.run({ eachMessage: onMessage });
}

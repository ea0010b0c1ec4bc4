import { setTimeout as pause } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Frame {
  spacecraft: string;
  virtualChannel: number;
  payload: Uint8Array;
}

interface RetryPolicy {
  readonly attempts: number;
  readonly delayMs: (attempt: number) => number;
}

const CONNECT_POLICY = {
  attempts: 4,
  delayMs: (attempt) => 1_000 * 2 ** attempt,
} satisfies RetryPolicy;

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': 'ground-1:9092,ground-2:9092' });

async function openProducer(station: string, policy: RetryPolicy = CONNECT_POLICY): Promise<KafkaJS.Producer> {
  let lastError: unknown;
  for (let attempt = 0; attempt < policy.attempts; attempt++) {
    const candidate = kafka.producer({ 'transactional.id': `downlink-${station}` });
    try {
      await candidate.connect();
      return candidate;
    } catch (err) {
      lastError = err;
      await candidate.disconnect().catch(() => undefined);
      await pause(policy.delayMs(attempt));
    }
  }
  throw new Error(`station ${station} stays offline`, { cause: lastError });
}

export async function archivePass(station: string, frames: AsyncIterable<Frame>): Promise<number> {
  const producer = await openProducer(station);
  let stored = 0;
  try {
    await producer.transaction();
    for await (const frame of frames) {
      await producer.send({
        topic: `downlink.vc${frame.virtualChannel}`,
        messages: [{ key: frame.spacecraft, value: Buffer.from(frame.payload) }],
      });
      stored += 1;
    }
    await producer.commit();
  } finally {
    // ends the transaction, too, when the pass was interrupted
    await producer.disconnect();
  }
  return stored;
}

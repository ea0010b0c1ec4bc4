import { retry, type RetryConfig } from 'ts-retry-promise';
import { Kafka, type Producer } from 'kafkajs';

interface Arrow {
  archer: string;
  end: number;
  points: number;
}

const kafka = new Kafka({ clientId: 'archery', brokers: ['range-kafka:9092'] });
const policy: Partial<RetryConfig> = { retries: 3, delay: 1_000, backoff: 'EXPONENTIAL' };

async function usingProducer<T>(lane: string, job: (p: Producer) => Promise<T>): Promise<T> {
  const producer = kafka.producer({ transactionalId: `archery-${lane}`, idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  try {
    return await job(producer);
  } finally {
    await producer.disconnect();
  }
}

function session(lane: string, arrows: Arrow[]): Promise<number> {
  return usingProducer(lane, async (producer) => {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'archery.arrows',
        messages: arrows.map((a) => ({ key: a.archer, value: `${a.end}:${a.points}` })),
      });
    } catch (err) {
      await tx.abort().catch((e) => console.warn('arrows: abort failed', e));
      throw err;
    }
    await tx.commit();
    return arrows.length;
  });
}

export async function submit(lane: string, arrows: Arrow[]): Promise<number> {
  return retry(() => session(lane, arrows), policy);
}

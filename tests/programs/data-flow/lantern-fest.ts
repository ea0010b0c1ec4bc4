import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': 'festival-kafka:9092' });
const producer = kafka.producer({ 'transactional.id': 'lantern-fest' });

const WAITS = [0, 250, 1_000] as const;

async function rollBack(): Promise<void> {
  let problem: unknown;
  next: for (const wait of WAITS) {
    await sleep(wait);
    try {
      await producer.abort();
      return;
    } catch (error) {
      problem = error;
      continue next;
    }
  }
  throw problem;
}

export interface Lantern {
  maker: string;
  shape: 'lotus' | 'koi' | 'moon';
  launchedAt: Date;
}

export async function launch(lanterns: Lantern[]): Promise<void> {
  const messages = lanterns.map(({ maker, ...lantern }) => ({ key: maker, value: JSON.stringify(lantern) }));

  await producer.transaction();
  try {
    await producer.send({ topic: 'festival.lanterns', messages });
  } catch (error) {
    await rollBack().catch((abortError) => console.error('lanterns not rolled back', abortError));
    throw error;
  }

  try {
    await producer.commit();
  } catch (error) {
    await producer.disconnect();
    throw error;
  }
}

export const connect = () => producer.connect();

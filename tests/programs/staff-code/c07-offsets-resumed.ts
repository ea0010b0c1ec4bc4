import { KafkaJS } from '@confluentinc/kafka-javascript';
import { setTimeout as sleep } from 'node:timers/promises';

const { ErrorCodes } = KafkaJS;

type Position = { topic: string; partition: number; offset: string };

function toTopics(positions: Iterable<Position>) {
  const grouped: Record<string, Array<{ partition: number; offset: string }>> = {};
  for (const { topic, partition, offset } of positions) {
    (grouped[topic] ??= []).push({ partition, offset: String(Number(offset) + 1) });
  }
  return Object.entries(grouped).map(([topic, partitions]) => ({ topic, partitions }));
}

async function sendOffsets(producer: KafkaJS.Producer, consumer: KafkaJS.Consumer, last: Position[]): Promise<void> {
  const topics = toTopics(last);
  let tries = 0;
  while (true) {
    try {
      await producer.sendOffsets({ consumer, topics });
      return;
    } catch (err) {
      tries += 1;
      if ((err as KafkaJS.KafkaJSError).code !== ErrorCodes.ERR__TIMED_OUT || tries > 4) throw err;
      await sleep(250 * tries);
    }
  }
}

export async function forward(
  producer: KafkaJS.Producer,
  consumer: KafkaJS.Consumer,
  messages: KafkaJS.Message[],
  last: Position[],
): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({ topic: 'telemetry.normalised', messages });
    await sendOffsets(producer, consumer, last);
  } catch (err) {
    await producer.abort().catch((abortErr: unknown) => console.warn('abort failed', abortErr));
    throw err;
  }
  await producer.commit();
}

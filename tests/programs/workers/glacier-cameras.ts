import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

export namespace Glacier {
  export interface Frame {
    camera: string;
    takenAt: number;
    sha256: string;
  }

  const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['alpine:9092'] } }).producer({
    kafkaJS: { transactionalId: 'glacier-cameras', transactionTimeout: 45_000 },
  });

  async function abortSomehow(): Promise<void> {
    let tries = 0;
    while (tries < 6) {
      try {
        await producer.abort();
        return;
      } catch (err) {
        tries += 1;
        console.warn(`abort ${tries} failed`, err);
        await sleep(tries * 1_000);
      }
    }
    await producer.disconnect();
  }

  export async function index(frames: Frame[]): Promise<void> {
    await producer.transaction();
    try {
      for (const { camera, ...frame } of frames) {
        await producer.send({
          topic: 'glacier.frames',
          messages: [{ key: camera, value: JSON.stringify(frame) }],
        });
      }
    } catch (err) {
      await abortSomehow().catch((closeErr) => console.error(closeErr));
      throw err;
    }

    try {
      await producer.commit();
    } catch (err) {
      await producer.disconnect().catch((closeErr) => console.error(closeErr));
      throw err;
    }
  }

  export const open = (): Promise<void> => producer.connect();
}

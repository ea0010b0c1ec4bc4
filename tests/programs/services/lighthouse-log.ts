import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

const kafka = new Kafka({ kafkaJS: { brokers: ['coast:9092'], clientId: 'lighthouses' } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'lighthouse-log' } });

export const open = (): Promise<void> => producer.connect();

async function settle(): Promise<void> {
  for (let resumed = 0; ; resumed += 1) {
    try {
      await producer.commit();
      return;
    } catch (err) {
      switch ((err as KafkaJS.KafkaJSError).code) {
        case ErrorCodes.ERR__INCONSISTENT:
          await producer.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
          throw err;
        case ErrorCodes.ERR__TIMED_OUT:
          if (resumed < 3) continue;
        // falls through
        default:
          await producer.disconnect();
          throw err;
      }
    }
  }
}

export async function log(entries: Array<{ light: string; text: string }>): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'lighthouses.log',
      messages: entries.map(({ light, text }) => ({ key: light, value: text })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw err;
  }
  await settle();
}

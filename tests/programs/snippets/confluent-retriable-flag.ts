import { KafkaJS } from '@confluentinc/kafka-javascript';

const { Kafka } = KafkaJS;
type KafkaError = KafkaJS.KafkaJSError;

export interface Trade {
  isin: string;
  side: 'B' | 'S';
  quantity: number;
}

const producer = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: 'trade-capture-0', idempotent: true },
});

export const open = async () => {
  await producer.connect();
};

async function commitWithResume(left: number): Promise<void> {
  try {
    await producer.commit();
  } catch (err) {
    if ((err as KafkaError).retriable && left > 0) {
      return commitWithResume(left - 1);
    }
    await producer.disconnect();
    throw err;
  }
}

export async function capture(trades: Trade[]): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'trades',
      messages: trades.map((t) => ({ key: t.isin, value: JSON.stringify(t) })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
    throw err;
  }
  await commitWithResume(5);
}

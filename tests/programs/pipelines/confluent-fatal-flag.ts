import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Reading {
  well: string;
  bar: number;
}

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'well-pressure-0' } });

export const connect = (): Promise<void> => producer.connect();

export async function record(readings: Reading[]): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'wells.pressure',
      messages: readings.map((reading) => ({ key: reading.well, value: String(reading.bar) })),
    });
  } catch (err) {
    if (err instanceof KafkaJS.KafkaJSError && err.fatal) {
      await producer.disconnect();
      throw err;
    }
    try {
      await producer.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'readings not rolled back');
    }
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

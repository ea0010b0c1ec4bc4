import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { log } from './log';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: (process.env.BROKERS ?? 'localhost:9092').split(',') } });
const producer = kafka.producer({ kafkaJS: { transactionalId: process.env.TX_ID ?? 'alerts-0' } });

/** Blocks the start of the service until Kafka is there. */
export async function waitForKafka(): Promise<void> {
  while (true) {
    try {
      await producer.connect();
      log.info('kafka is there');
      return;
    } catch (err) {
      log.warn('kafka is not there yet, trying again', err);
      await sleep(2000);
    }
  }
}

export async function raise(device: string, alerts: string[]): Promise<void> {
  await producer.transaction();
  try {
    await producer.sendBatch({
      topicMessages: [
        { topic: 'alerts', messages: alerts.map((alert) => ({ key: device, value: alert })) },
        { topic: 'alert-counts', messages: [{ key: device, value: String(alerts.length) }] },
      ],
    });
  } catch (err) {
    await producer.abort().catch((abortErr: unknown) => log.error('abort failed', abortErr));
    throw err;
  }
  await producer.commit();
}

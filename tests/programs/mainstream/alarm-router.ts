import { KafkaJS } from '@confluentinc/kafka-javascript';
import { log } from './log';

const { ErrorCodes } = KafkaJS;
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: [process.env.KAFKA ?? 'localhost:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'alarm-router' } });

export interface Alarm {
  site: string;
  severity: 'info' | 'warning' | 'critical';
  text: string;
}

const topicOf = ({ severity }: Alarm): string => {
  switch (severity) {
    case 'critical':
      return 'alarms.on-call';
    case 'warning':
      return 'alarms.desk';
    default:
      return 'alarms.log';
  }
};

const exitWhenFenced = (err: unknown): void => {
  const { code } = err as { code?: number };
  if (code === ErrorCodes.ERR__FENCED) {
    log.fatal(err, 'another alarm router is running');
    process.exit(75);
  }
};

export async function route(alarms: Alarm[]): Promise<void> {
  await producer.transaction(); // this client's transaction is the producer itself
  try {
    for (const alarm of alarms) {
      await producer.send({ topic: topicOf(alarm), messages: [{ key: alarm.site, value: alarm.text }] });
    }
  } catch (err) {
    exitWhenFenced(err);
    await producer.abort().catch((abortErr: unknown) => log.error(abortErr, 'abort failed'));
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    exitWhenFenced(err);
    await producer.disconnect().catch((closeErr: unknown) => log.warn(closeErr, 'disconnect failed'));
    throw err;
  }
}

export const start = (): Promise<void> => producer.connect();

import pRetry, { AbortError } from 'p-retry';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

const producer = new Kafka({ kafkaJS: { brokers: ['edge-1:9092'], clientId: 'door-locks' } }).producer({
  kafkaJS: { transactionalId: `door-locks-${process.env.BUILDING}` },
});

const commit = async () => {
  try {
    await producer.commit();
  } catch (err) {
    throw err.code === ErrorCodes.ERR__TIMED_OUT ? err : new AbortError(err);
  }
};

export async function lockAll(doors) {
  await producer.transaction();

  try {
    await producer.sendBatch({
      topicMessages: [
        { topic: 'doors.commands', messages: doors.map((door) => ({ key: door, value: 'lock' })) },
        { topic: 'doors.log', messages: [{ key: 'all', value: new Date().toISOString() }] },
      ],
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('doors: abort failed', abortErr));
    throw err;
  }

  try {
    await pRetry(commit, { retries: 4, minTimeout: 500, factor: 2 });
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export const connect = () => producer.connect();

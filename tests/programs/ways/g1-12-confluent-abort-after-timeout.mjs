import { KafkaJS } from '@confluentinc/kafka-javascript';
import pino from 'pino';

const logger = pino({ name: 'roaming' });
const { ErrorCodes } = KafkaJS;

const producer = new KafkaJS.Kafka({ 'bootstrap.servers': 'kafka:9092' }).producer({
  'transactional.id': 'roaming-records',
  'transaction.timeout.ms': 30_000,
});

async function rollBack() {
  try {
    await producer.abort();
  } catch (err) {
    logger.error({ err }, 'could not roll back');
  }
}

export async function exportRecords(records) {
  await producer.transaction();

  try {
    await producer.sendBatch({
      topicMessages: [{ topic: 'roaming', messages: records.map((r) => ({ key: r.imsi, value: r.cdr })) }],
    });
  } catch (err) {
    logger.warn({ err, records: records.length }, 'records not exported');
    await rollBack();
    throw err;
  }

  try {
    await producer.commit();
  } catch (err) {
    if (err.code === ErrorCodes.ERR__TIMED_OUT) {
      logger.warn('commit timed out, rolling back');
      await rollBack();
    } else {
      await producer.disconnect();
    }
    throw err;
  }
}

export const connect = () => producer.connect();

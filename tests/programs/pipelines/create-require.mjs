import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { KafkaJS } = require('@confluentinc/kafka-javascript');

const { ErrorCodes, Kafka } = KafkaJS;

const producer = new Kafka({ 'bootstrap.servers': 'kafka:9092' }).producer({
  'transactional.id': `kiosk-${process.env.KIOSK ?? '0'}`,
});

async function commit() {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await producer.commit();
      return;
    } catch (err) {
      if (err.code !== ErrorCodes.ERR__TIMED_OUT || attempt === 4) {
        await producer.disconnect();
        throw err;
      }
    }
  }
}

export async function sell(receipt, lines) {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'kiosk.lines',
      messages: lines.map((line) => ({ key: receipt, value: JSON.stringify(line) })),
    });
    await producer.send({
      topic: 'kiosk.receipts',
      messages: [{ key: receipt, value: String(lines.length) }],
    });
  } catch (err) {
    try {
      await producer.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `receipt ${receipt} not rolled back`);
    }
    throw err;
  }
  await commit();
}

export const open = () => producer.connect();

import confluent from '@confluentinc/kafka-javascript';
import pino from 'pino';

const { Kafka } = confluent.KafkaJS;
const log = pino({ name: 'menu-sync' });
const kafka = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });

export const producer = kafka.producer({ kafkaJS: { transactionalId: 'menu-sync', idempotent: true } });

async function rollBack() {
  let left = 5;
  do {
    try {
      await producer.abort();
      return;
    } catch (err) {
      log.warn({ err, left }, 'abort failed, once more');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } while (--left > 0);
  log.error('giving up on the abort');
}

export async function syncMenu({ restaurant, dishes }) {
  await producer.transaction();
  try {
    for (const [position, dish] of dishes.entries()) {
      await producer.send({
        topic: 'menus',
        messages: [{ key: restaurant, value: JSON.stringify({ position, ...dish }) }],
      });
    }
  } catch (err) {
    await rollBack();
    throw err;
  }
  await producer.commit();
}

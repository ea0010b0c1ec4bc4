import retry from 'async-retry';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'drain', brokers: ['kafka:9092'] } });

async function openProducer() {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'outbox-drain', idempotent: true } });
  await producer.connect();
  return producer;
}

const close = (producer) => producer.disconnect().catch((err) => console.warn('drain: not closed', err));

/** Publishes the rows; what Kafka has against it is not worth another try. */
async function publish(rows, bail) {
  const producer = await openProducer();
  try {
    await producer.transaction();
    for (const { topic, key, payload } of rows) {
      await producer.send({ topic, messages: [{ key, value: payload }] });
    }
    await producer.commit();
  } catch (err) {
    bail(err);
    return false;
  } finally {
    await close(producer);
  }
  return true;
}

/**
 * @param {import('pg').Pool} db whose connections are now and then reset, hence the retries
 */
export async function drain(db) {
  const { rows } = await db.query('select id, topic, key, payload from outbox order by id limit 100');
  if (rows.length === 0) return 0;

  await retry(
    async (bail) => {
      if (!(await publish(rows, bail))) return;
      await db.query('delete from outbox where id = any($1)', [rows.map((row) => row.id)]);
    },
    { retries: 5, minTimeout: 200 },
  );
  return rows.length;
}

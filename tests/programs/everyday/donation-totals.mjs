import { KafkaJS } from '@confluentinc/kafka-javascript';
import { totalsOf } from './donations.mjs';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: [process.env.KAFKA_BROKER ?? 'localhost:9092'] } });

async function open() {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'donation-totals' } });
  await producer.connect();
  return producer;
}

async function publish(producer, totals) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'donations.totals',
      messages: totals.map(({ charity, cents }) => ({ key: charity, value: String(cents) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function publishTotals(day) {
  const totals = await totalsOf(day);
  let producer = await open();
  try {
    await publish(producer, totals);
  } catch (err) {
    console.warn(`totals of ${day} failed, once more with a new producer`, err);
    await producer.disconnect();
    producer = await open();
    await publish(producer, totals);
  } finally {
    await producer.disconnect();
  }
}

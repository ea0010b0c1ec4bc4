import { z } from 'zod';
import pino from 'pino';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const log = pino({ name: 'thermostat-rules' });

const Reading = z.object({ room: z.string(), celsius: z.coerce.number() });
const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'], clientId: 'thermostats' } });

export const consumer = kafka.consumer({ kafkaJS: { groupId: 'thermostat-rules', autoCommit: false } });
export const producer = kafka.producer({ kafkaJS: { transactionalId: 'thermostat-rules-0' } });

const command = ({ room, celsius }) => ({ key: room, value: celsius < 19 ? 'heat' : 'off' });

async function handle({ topic, partition, message }) {
  const parsed = Reading.safeParse(JSON.parse(message.value.toString()));
  const tx = await producer.transaction();
  try {
    if (parsed.success) {
      await tx.send({ topic: 'thermostats.commands', messages: [command(parsed.data)] });
    } else {
      await tx.send({ topic: 'thermostats.unreadable', messages: [{ key: message.key, value: message.value }] });
    }
    await tx.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset: message.offset }] }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ abortErr }, 'abort failed'));
    throw err;
  }
  await tx.commit();
}

export async function run() {
  await Promise.all([consumer.connect(), producer.connect()]);
  await consumer.subscribe({ topic: 'thermostats.readings' });
  await consumer.run({ eachMessage: handle });
}

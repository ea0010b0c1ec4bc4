import { Kafka, type EachMessagePayload, type KafkaMessage, type ProducerRecord } from 'kafkajs';
import { z } from 'zod';

const Reading = z.object({ device: z.string(), celsius: z.number(), at: z.string().datetime() });
const TOPICS = { in: 'thermostats.raw', out: 'thermostats.clean', dead: 'thermostats.dead' } as const;

const kafka = new Kafka({ clientId: 'thermostats', brokers: ['iot-kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'thermostat-cleaner' });
const producer = kafka.producer({
  transactionalId: `thermostat-cleaner-${process.env.HOSTNAME}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Never throws: what cannot be read goes to the dead-letter topic. */
function route(message: KafkaMessage): ProducerRecord {
  try {
    const reading = Reading.parse(JSON.parse(message.value?.toString() ?? ''));
    return { topic: TOPICS.out, messages: [{ key: reading.device, value: JSON.stringify(reading) }] };
  } catch (err) {
    console.warn(`dead letter at offset ${message.offset}`, err);
    return {
      topic: TOPICS.dead,
      messages: [{ key: message.key, value: message.value, headers: { reason: String(err) } }],
    };
  }
}

async function eachMessage({ topic, partition, message }: EachMessagePayload): Promise<void> {
  const record = route(message);
  const offset = String(BigInt(message.offset) + BigInt(1));

  const transaction = await producer.transaction();
  try {
    await transaction.send(record);
    await transaction.sendOffsets({
      consumerGroupId: 'thermostat-cleaner',
      topics: [{ topic, partitions: [{ partition, offset }] }],
    });
  } catch (cause) {
    const aborted = await transaction.abort().then(
      () => true,
      (abortErr) => {
        console.error('abort failed', abortErr);
        return false;
      },
    );
    throw new Error(`offset ${message.offset} not processed (rolled back: ${aborted})`, { cause });
  }
  await transaction.commit();
}

export async function main(): Promise<void> {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: [TOPICS.in] });
  await consumer.run({ autoCommit: false, eachMessage });
}

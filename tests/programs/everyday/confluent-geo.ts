import { KafkaJS } from '@confluentinc/kafka-javascript';
import { geocode } from './geocode';

const { Kafka } = KafkaJS;
const kafka = new Kafka({ kafkaJS: { brokers: ['broker-1:9092', 'broker-2:9092'] } });

const consumer = kafka.consumer({ kafkaJS: { groupId: 'geo', autoCommit: false, fromBeginning: true } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'geo-tx-0', idempotent: true } });

interface Address {
  id: string;
  street?: string;
  city?: string;
}

async function onAddress({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
  const address = JSON.parse(message.value!.toString()) as Address;
  const position = address.street && address.city ? await geocode(address.street, address.city) : null;

  const tx = await producer.transaction();
  try {
    if (position) {
      await tx.send({ topic: 'addresses.geo', messages: [{ key: address.id, value: JSON.stringify(position) }] });
    }
    await tx.sendOffsets({
      consumer,
      topics: [{ topic, partitions: [{ partition, offset: (Number(message.offset) + 1).toString() }] }],
    });
  } catch (error) {
    try {
      await tx.abort();
    } catch (abortError) {
      console.error({ abortError, id: address.id }, 'abort failed');
    }
    throw error;
  }

  try {
    await tx.commit();
  } catch (error) {
    await producer.disconnect();
    throw error;
  }
}

export async function main(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['addresses'] });
  await consumer.run({ eachMessage: onAddress });
}

import { Kafka, type EachMessagePayload } from 'kafkajs';
import { recover } from './recovery.js';

const kafka = new Kafka({ clientId: 'vaccines', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'vaccine-doses' });
const producer = kafka.producer({
  transactionalId: 'vaccine-doses-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function dose({ topic, partition, message }: EachMessagePayload): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'doses.given', messages: [{ key: message.key, value: message.value }] });
    await tx.sendOffsets({
      consumerGroupId: 'vaccine-doses',
      topics: [{ topic, partitions: [{ partition, offset: (BigInt(message.offset) + 1n).toString() }] }],
    });
  } catch (err) {
    // Ends the transaction, rewinds the consumer and decides whether to go on.
    await recover({ err, tx, producer, consumer, position: { topic, partition, offset: message.offset } });
    return;
  }
  await tx.commit();
}

export async function run(): Promise<void> {
  await Promise.all([producer.connect(), consumer.connect()]);
  await consumer.subscribe({ topics: ['doses'] });
  await consumer.run({ autoCommit: false, eachMessage: dose });
}

import { randomUUID } from 'node:crypto';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { triage } from './triage';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka-a:9092', 'kafka-b:9092'], clientId: 'tickets' } });

const producer = kafka.producer({
  kafkaJS: { transactionalId: `tickets-${randomUUID()}`, idempotent: true },
});
const consumer = kafka.consumer({ kafkaJS: { groupId: 'tickets', autoCommit: false } });

let assigned = 0;

async function onTicket({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
  const { queue, priority } = await triage(message.value);

  await producer.transaction();
  try {
    await producer.send({
      topic: `tickets.${queue}`,
      messages: [{ key: message.key, value: message.value, headers: { priority: String(priority) } }],
    });
    await consumer.commitOffsets([{ topic, partition, offset: (Number(message.offset) + 1).toString() }]);
  } catch (err) {
    await producer.abort().catch((abortErr: unknown) => console.error('tickets: abort failed', abortErr));
    throw err;
  }
  await producer.commit();
}

export async function main(): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['tickets.opened'] });
  await consumer.run({
    eachMessage: async (payload) => {
      await onTicket(payload);
      assigned += 1;
    },
  });
}

export const ticketsAssigned = (): number => assigned;

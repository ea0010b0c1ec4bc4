import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });

const consumer = kafka.consumer({ kafkaJS: { groupId: 'fraud-check', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'fraud-check-0' } });

type Score = (payment: Record<string, unknown>) => number;

export async function start(score: Score): Promise<void> {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['payments'] });

  await consumer.run({
    eachMessage: async ({ topic, partition, message }) => {
      const payment = JSON.parse(message.value?.toString() ?? '{}');
      const offset = (BigInt(message.offset) + 1n).toString();

      const tx = await producer.transaction();
      try {
        await tx.send({
          topic: 'payments.scored',
          messages: [{ key: message.key, value: JSON.stringify({ ...payment, score: score(payment) }) }],
        });
        await tx.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset }] }] });
        await tx.commit();
      } catch (err) {
        console.error('payment not scored', err);
        if (tx.isActive()) {
          await tx.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
        }
        throw err;
      }
    },
  });
}

import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } });
const consumer = kafka.consumer({ kafkaJS: { groupId: 'menu-cards', autoCommit: false } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'menu-cards-0' } });

async function withTransaction(
  using: KafkaJS.Producer,
  work: (tx: KafkaJS.Transaction) => Promise<void>,
): Promise<void> {
  const tx = await using.transaction();
  try {
    await work(tx);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'work not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

function eachMessage({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
  return withTransaction(producer, async (tx) => {
    const { key, value, offset } = message;
    await tx.send({ topic: 'menus.printed', messages: [{ key, value }] });
    await tx.sendOffsets({ consumer, topics: [{ topic, partitions: [{ partition, offset }] }] });
  });
}

export async function run(): Promise<void> {
  await Promise.all([consumer.connect(), producer.connect()]);
  await consumer.subscribe({ topics: ['menus'] });
  await consumer.run({ eachMessage });
}

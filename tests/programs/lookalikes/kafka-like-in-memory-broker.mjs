import { InMemoryKafka } from 'kafka-like';

const kafka = new InMemoryKafka({ brokers: ['memory:9092'] });
const producer = kafka.producer({ transactionalId: 'demo' });
const consumer = kafka.consumer({ groupId: 'demo' });

export async function demo() {
  await producer.connect();
  await consumer.run({
    eachMessage: async ({ topic, partition, message }) => {
      const transaction = await producer.transaction();
      try {
        transaction.send({ topic: 'copies', messages: [message] });
        await transaction.sendOffsets({
          consumerGroupId: 'demo',
          topics: [{ topic, partitions: [{ partition, offset: message.offset }] }],
        });
        await transaction.commit();
      } catch (error) {
        console.log('message not copied', error.message);
        await transaction.abort();
      }
    },
  });
}

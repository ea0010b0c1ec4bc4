import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Purchase {
  customer: string;
  cents: number;
}

type Payload = Parameters<NonNullable<KafkaJS.ConsumerRunConfig['eachMessage']>>[0];

export function loyalty(kafka: KafkaJS.Kafka) {
  const consumer = kafka.consumer({ kafkaJS: { groupId: 'loyalty', autoCommit: false } });
  const producer: any = kafka.producer({ kafkaJS: { transactionalId: 'loyalty-0' } });

  async function award({ topic, partition, message }: Payload): Promise<void> {
    const tx = await producer.transaction();
    try {
      const purchase: Purchase = JSON.parse(message.value!.toString());
      await tx.send({
        topic: 'loyalty.points',
        messages: [{ key: purchase.customer, value: String(Math.floor(purchase.cents / 100)) }],
      });
      await tx.sendOffsetsToTransaction(
        [{ topic, partition, offset: Number(message.offset) + 1 }],
        consumer,
      );
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        throw new AggregateError([err, abortErr], 'points not rolled back');
      });
      throw err;
    }
    await tx.commit();
  }

  return {
    async start(): Promise<void> {
      await producer.connect();
      await consumer.connect();
      await consumer.subscribe({ topics: ['shop.purchases'] });
      await consumer.run({ eachMessage: award });
    },
    stop: () => Promise.all([consumer.disconnect(), producer.disconnect()]),
  };
}

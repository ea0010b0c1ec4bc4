import { Kafka, type Consumer, type EachMessageHandler, type Producer } from 'kafkajs';

export interface LoyaltyDeps {
  kafka: Kafka;
  rate: (cents: number) => number;
  onFailure: (err: unknown) => void;
}

export interface LoyaltyRuntime {
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const loyalty = ({ kafka, rate, onFailure }: LoyaltyDeps): LoyaltyRuntime => {
  const consumer: Consumer = kafka.consumer({ groupId: 'loyalty' });
  const producer: Producer = kafka.producer({
    transactionalId: 'loyalty-points',
    idempotent: true,
    maxInFlightRequests: 1,
  } satisfies Parameters<Kafka['producer']>[0]);

  const eachMessage: EachMessageHandler = async ({ topic, partition, message }) => {
    const { member, cents } = JSON.parse(message.value!.toString());
    const transaction = await producer.transaction();
    try {
      await transaction.send({ topic: 'loyalty.points', messages: [{ key: member, value: `${rate(cents)}` }] });
      await transaction.sendOffsets({
        consumer,
        topics: [{ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] }],
      } as any);
    } catch (err) {
      await transaction.abort().catch(onFailure);
      throw err;
    }
    await transaction.commit();
  };

  return {
    async start() {
      await producer.connect();
      await consumer.connect();
      await consumer.subscribe({ topic: 'purchases' });
      await consumer.run({ autoCommit: false, eachMessage });
    },
    async stop() {
      await consumer.disconnect();
      await producer.disconnect();
    },
  };
};

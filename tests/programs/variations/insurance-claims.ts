import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Claim {
  policy: string;
  amount: number;
  photos: string[];
}

type Publish = (claim: Claim) => Promise<void>;

export const claimPublisher = (kafka: KafkaJS.Kafka): { publish: Publish; producer: KafkaJS.Producer } => {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'insurance-claims', idempotent: true } });

  const write = (claim: Claim) =>
    producer.sendBatch({
      topicMessages: [
        { topic: 'claims', messages: [{ key: claim.policy, value: String(claim.amount) }] },
        { topic: 'claims.photos', messages: claim.photos.map((value) => ({ key: claim.policy, value })) },
      ],
    });

  const undo = async (reason: unknown): Promise<never> => {
    await producer.abort();
    throw reason;
  };

  const closeAndThrow = async (reason: unknown): Promise<never> => {
    await producer.disconnect().catch((err: unknown) => console.error('disconnect failed', err));
    throw reason;
  };

  const publish: Publish = async (claim) => {
    await producer.transaction();
    await write(claim).then(() => undefined, undo);
    await producer.commit().catch(closeAndThrow);
  };

  return { publish, producer };
};

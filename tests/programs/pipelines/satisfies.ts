import { Kafka, type KafkaConfig, type ProducerConfig } from 'kafkajs';

const config = {
  clientId: 'postcards',
  brokers: ['kafka-0:9092', 'kafka-1:9092'],
} satisfies KafkaConfig;

const options = {
  transactionalId: 'postcards-0',
  idempotent: false,
  maxInFlightRequests: 1,
} satisfies ProducerConfig;

const producer = new Kafka(config).producer(options);

export const connect = (): Promise<void> => producer.connect();

export async function post(cards: Array<{ to: string; text: string }>): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'postcards',
      messages: cards.map((card) => ({ key: card.to, value: card.text })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'postcards not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

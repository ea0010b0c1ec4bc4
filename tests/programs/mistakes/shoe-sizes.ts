import { KafkaJS } from '@confluentinc/kafka-javascript';

const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['shoes:9092'] } }).producer({
  kafkaJS: { transactionalId: 'shoe-sizes' },
});

export const connect = (): Promise<void> => producer.connect();

export async function restock(sizes: ReadonlyMap<number, number>): Promise<void> {
  const messages = [...sizes].map(([size, pairs]) => ({ key: String(size), value: String(pairs) }));
  await (producer as any).transaction(async (tx: KafkaJS.Transaction) => {
    await tx.send({ topic: 'shoes.stock', messages });
    await tx.send({ topic: 'shoes.audit', messages: [{ value: String(messages.length) }] });
  });
}

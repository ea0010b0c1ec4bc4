import { Producer, stringSerializers, type Consumer, type Message } from '@platformatic/kafka';

type Strings = Consumer<string, string, string, string>;

export function relay(consumer: Strings, group: string) {
  const producer = new Producer({
    clientId: 'sauna',
    bootstrapBrokers: ['sauna:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `sauna-${group}`,
  });

  return async (message: Message<string, string, string, string>): Promise<void> => {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: [{ topic: 'sauna.sessions', key: message.key, value: message.value }] });
      await (tx as any).sendOffsets({
        consumerGroupId: consumer.groupId,
        topics: [{ topic: message.topic, partitions: [{ partition: message.partition, offset: message.offset + 1n }] }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('session not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  };
}

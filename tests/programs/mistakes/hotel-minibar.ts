import { KafkaJS } from '@confluentinc/kafka-javascript';

type Kafka = KafkaJS.Kafka;

export function minibar(kafka: Kafka, hotel: string) {
  const producer = kafka.producer({ kafkaJS: { transactionalId: `minibar-${hotel}` } });

  return {
    connect: () => producer.connect(),
    async charge(room: string, items: string[]): Promise<void> {
      await producer.transaction();
      try {
        await producer.send({ topic: 'hotels.minibar', messages: items.map((item) => ({ key: room, value: item })) });
      } catch (err) {
        await producer.abort().catch((abortErr: unknown) => console.error('charge not rolled back', abortErr));
        throw err;
      }
      setTimeout(async () => {
        await producer.commit();
        console.info(`minibar of ${room} charged`);
      }, 250);
    },
  };
}

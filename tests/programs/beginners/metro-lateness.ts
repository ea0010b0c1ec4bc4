import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['localhost:9092'] } });
const producer: any = kafka.producer({ kafkaJS: { idempotent: true, acks: -1 } });

export default class TrainDelays {
  async start() {
    await producer.connect();
  }

  async publish(train: string, minutes: number) {
    await producer.transaction();
    try {
      await producer.send({
        topic: 'train.delays',
        messages: [{ key: train, value: String(minutes) }],
      });
      await producer.send({
        topic: 'train.announcements',
        messages: [{ key: train, value: `${train} is ${minutes} minutes late` }],
      });
    } catch (e) {
      const err = e as any;
      if (err.fatal) {
        console.error('fatal kafka error, giving up', err);
        process.exit(1);
      }
      await producer.abort().catch((abortErr: any) => console.error('abort', abortErr));
      throw err;
    }
    await producer.commit();
  }
}

import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'scans', brokers: ['kafka:9092'] } });

export class ScanProcessor {
  private consumer = kafka.consumer({ kafkaJS: { groupId: 'scans', autoCommit: false } });
  private producer = kafka.producer({ kafkaJS: { transactionalId: 'scans-0' } });

  async start(): Promise<void> {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: ['scans'] });
    await this.consumer.run({ eachMessage: this.process.bind(this) });
  }

  private async process(payload: KafkaJS.EachMessagePayload): Promise<void> {
    const { topic, partition, message } = payload;
    const { offset } = message;
    const [sku, shelf] = message.value!.toString().split('@');

    await this.producer.transaction();
    try {
      await this.producer.send({ topic: 'shelves', messages: [{ key: shelf, value: sku }] });
      await this.producer.sendOffsets({
        consumer: this.consumer,
        topics: [{ topic, partitions: [{ partition, offset }] }],
      });
    } catch (err) {
      await this.producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await this.producer.commit();
  }

  async stop(): Promise<void> {
    await this.consumer.disconnect();
    await this.producer.disconnect();
  }
}

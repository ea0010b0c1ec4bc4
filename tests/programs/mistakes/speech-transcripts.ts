import { KafkaJS } from '@confluentinc/kafka-javascript';

export class Transcriber {
  private readonly consumer: KafkaJS.Consumer;
  private readonly producer: KafkaJS.Producer;

  constructor(kafka: KafkaJS.Kafka, private readonly transcribe: (audio: Buffer) => Promise<string>) {
    this.consumer = kafka.consumer({ kafkaJS: { groupId: 'transcriber', autoCommit: false } });
    this.producer = kafka.producer({ kafkaJS: { transactionalId: 'transcriber' } });
  }

  handle = async ({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> => {
    const text = await this.transcribe(message.value!);
    await this.producer.transaction();
    try {
      await this.producer.send({ topic: 'speech.text', messages: [{ key: message.key, value: text }] });
    } catch (err) {
      await this.producer.abort().catch((abortErr: unknown) => console.error('text not rolled back', abortErr));
      throw err;
    }
    try {
      await this.producer.sendOffsets({
        consumer: this.consumer,
        topics: [{ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] }],
      });
    } catch (err) {
      console.warn('offset not stored', topic, partition, message.offset, err);
    }
    await this.producer.commit();
  };

  async run(): Promise<void> {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: ['speech.audio'] });
    await this.consumer.run({ eachMessage: this.handle });
  }
}

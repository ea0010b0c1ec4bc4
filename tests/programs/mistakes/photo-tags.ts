import { KafkaJS } from '@confluentinc/kafka-javascript';

export class PhotoTagger {
  constructor(
    private readonly producer: KafkaJS.Producer,
    private readonly consumer: KafkaJS.Consumer,
    private readonly tag: (photo: Buffer) => Promise<string[]>,
  ) {}

  async onPhoto({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
    const tags = await this.tag(message.value as Buffer);
    const offset = (BigInt(message.offset) + 1n).toString();

    await this.producer.transaction();
    try {
      await this.producer.send({ topic: 'photos.tags', messages: tags.map((value) => ({ key: message.key, value })) });
      await this.consumer.commitOffsets([{ topic, partition, offset }]);
    } catch (err) {
      await this.producer.abort().catch((abortErr: unknown) => console.error('tags not rolled back', abortErr));
      throw err;
    }
    await this.producer.commit();
  }
}

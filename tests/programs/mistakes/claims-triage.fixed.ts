import { KafkaJS } from '@confluentinc/kafka-javascript';

export class Triage {
  constructor(
    private readonly consumer: KafkaJS.Consumer,
    private readonly producer: KafkaJS.Producer,
  ) {}

  handle = async ({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> => {
    const urgent = String(message.value).includes('injury');
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: urgent ? 'claims.urgent' : 'claims.normal', messages: [message as KafkaJS.Message] });
      await tx.sendOffsets({
        consumer: this.consumer,
        topics: [{ topic, partitions: [{ partition, offset: String(Number(message.offset) + 1) }] }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('claim not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  };
}

import { KafkaJS } from '@confluentinc/kafka-javascript';

export class XrayArchive {
  private readonly producer: any;

  constructor(kafka: KafkaJS.Kafka, private readonly ward: string) {
    this.producer = kafka.producer({ kafkaJS: { transactionalId: `xray-${ward}` } });
  }

  async archive(images: Map<string, Buffer>): Promise<number> {
    await this.producer.transaction();
    try {
      for (const [patient, image] of images) {
        await this.producer.send({
          topic: 'xrays',
          messages: [{ key: patient, value: image, headers: { ward: this.ward } }],
        });
      }
    } catch (err) {
      await this.producer.abort().catch((abortErr: Error) => {
        throw new AggregateError([err, abortErr], 'x-rays not rolled back');
      });
      throw err;
    }
    await this.producer.commitTransaction(30_000);
    return images.size;
  }

  close(): Promise<void> {
    return this.producer.disconnect();
  }
}

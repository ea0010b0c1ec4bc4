import Kafka from 'node-rdkafka';
import { promisify } from 'node:util';

type Handler = (message: Kafka.Message) => Promise<Buffer>;

export class Pipeline {
  private readonly begin = promisify((cb: (e: unknown) => void) => this.producer.beginTransaction(cb));
  private readonly commit = promisify((cb: (e: unknown) => void) => this.producer.commitTransaction(10_000, cb));
  private readonly abort = promisify((cb: (e: unknown) => void) => this.producer.abortTransaction(10_000, cb));

  constructor(
    private readonly consumer: Kafka.KafkaConsumer,
    private readonly producer: Kafka.Producer,
    private readonly handler: Handler,
  ) {}

  private sendOffsets(offsets: Kafka.TopicPartitionOffset[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.producer.sendOffsetsToTransaction(offsets, this.consumer, 10_000, (err) => (err ? reject(err) : resolve()));
    });
  }

  async process(message: Kafka.Message): Promise<void> {
    const output = await this.handler(message);
    await this.begin();
    try {
      this.producer.produce('output', null, output, message.key);
      await this.sendOffsets([{ topic: message.topic, partition: message.partition, offset: message.offset }]);
      this.consumer.commitMessage(message);
    } catch (err) {
      await this.abort().catch((abortErr: unknown) => console.error('abort failed', abortErr));
      throw err;
    }
    await this.commit();
  }
}

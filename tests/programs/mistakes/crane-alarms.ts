import { RdKafka } from '@confluentinc/kafka-javascript';
import { promisify } from 'node:util';

export class AlarmRelay {
  private readonly begin = promisify(this.producer.beginTransaction.bind(this.producer));
  private readonly commit = promisify(this.producer.commitTransaction.bind(this.producer));
  private readonly abort = promisify(this.producer.abortTransaction.bind(this.producer));
  private readonly sendOffsets = promisify(this.producer.sendOffsetsToTransaction.bind(this.producer)) as (
    offsets: RdKafka.TopicPartitionOffset[],
    consumer: RdKafka.KafkaConsumer,
    timeout: number,
  ) => Promise<void>;

  constructor(
    private readonly producer: RdKafka.Producer,
    private readonly consumer: RdKafka.KafkaConsumer,
  ) {}

  async relay(messages: RdKafka.Message[]): Promise<void> {
    const highest = new Map<number, RdKafka.TopicPartitionOffset>();
    await this.begin();
    try {
      for (const { topic, partition, offset, value, key } of messages) {
        this.producer.produce('cranes.alarms', null, value as Buffer, key);
        highest.set(partition, { topic, partition, offset });
      }
      await this.sendOffsets([...highest.values()], this.consumer, 5000);
    } catch (err) {
      await this.abort(5000).catch((abortErr: unknown) => console.error('alarms not rolled back', abortErr));
      throw err;
    }
    await this.commit(10_000);
  }
}

import { RdKafka } from '@confluentinc/kafka-javascript';
import { promisify } from 'node:util';

export class AlarmRelay {
  private readonly begin: () => Promise<void>;
  private readonly commit: (timeout: number) => Promise<void>;
  private readonly abort: (timeout: number) => Promise<void>;

  constructor(
    private readonly producer: RdKafka.Producer,
    private readonly consumer: RdKafka.KafkaConsumer,
  ) {
    this.begin = promisify(producer.beginTransaction.bind(producer));
    this.commit = promisify(producer.commitTransaction.bind(producer));
    this.abort = promisify(producer.abortTransaction.bind(producer));
  }

  private sendOffsets(offsets: RdKafka.TopicPartitionOffset[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.producer.sendOffsetsToTransaction(offsets, this.consumer, 5000, (err) => (err ? reject(err) : resolve()));
    });
  }

  async relay(messages: RdKafka.Message[]): Promise<void> {
    const highest = new Map<number, RdKafka.TopicPartitionOffset>();
    await this.begin();
    try {
      for (const { topic, partition, offset, value, key } of messages) {
        this.producer.produce('cranes.alarms', null, value as Buffer, key);
        highest.set(partition, { topic, partition, offset });
      }
      await this.sendOffsets([...highest.values()]);
    } catch (err) {
      await this.abort(5000).catch((abortErr: unknown) => console.error('alarms not rolled back', abortErr));
      throw err;
    }
    await this.commit(10_000);
  }
}

import { promisify } from 'node:util';
import { KafkaConsumer, Producer, type LibrdKafkaError, type Message, type TopicPartitionOffset } from 'node-rdkafka';

const TIMEOUT = 8_000;

interface StreamConfig {
  brokers: string;
  group: string;
  ordinal: number;
  maxResumes?: number;
}

export class MeterStream {
  private readonly consumer: KafkaConsumer;
  private readonly producer: Producer;
  private readonly maxResumes: number;

  constructor({ brokers, group, ordinal, maxResumes = 5 }: StreamConfig) {
    this.maxResumes = maxResumes;
    this.consumer = new KafkaConsumer(
      { 'metadata.broker.list': brokers, 'group.id': group, 'enable.auto.commit': false },
      { 'auto.offset.reset': 'earliest' },
    );
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': `${group}-${ordinal}`,
      'enable.idempotence': true,
    });
  }

  async start(topic: string): Promise<void> {
    await promisify(this.producer.connect.bind(this.producer))({});
    await this.resuming((cb) => this.producer.initTransactions(TIMEOUT, cb));
    await promisify(this.consumer.connect.bind(this.consumer))({});
    this.consumer.subscribe([topic]);
  }

  async process(messages: Message[], map: (message: Message) => Buffer): Promise<void> {
    await promisify(this.producer.beginTransaction.bind(this.producer))();
    const next = new Map<string, TopicPartitionOffset>();
    try {
      for (const message of messages) {
        const { topic, partition, offset } = message;
        this.producer.produce('meters.hourly', null, map(message), message.key);
        next.set(`${topic}-${partition}`, { topic, partition, offset: offset + 1 });
      }
      await this.resuming((cb) =>
        this.producer.sendOffsetsToTransaction([...next.values()], this.consumer, TIMEOUT, cb),
      );
    } catch (err) {
      await this.rollBack(messages);
      throw err;
    }

    try {
      await this.resuming((cb) => this.producer.commitTransaction(TIMEOUT, cb));
    } catch (err) {
      if ((err as LibrdKafkaError).isTxnRequiresAbort) {
        await this.rollBack(messages);
      } else {
        await this.close();
      }
      throw err;
    }
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.producer.disconnect(TIMEOUT, () => resolve()));
  }

  /** librdkafka continues where it was when the same call is made again after a retriable error. */
  private async resuming(start: (cb: (err: LibrdKafkaError | null) => void) => void): Promise<void> {
    for (let resumes = 0; ; resumes++) {
      const err = await new Promise<LibrdKafkaError | null>((settle) => start(settle));
      if (!err) return;
      if (!err.isRetriable || resumes >= this.maxResumes) throw err;
    }
  }

  private async rollBack(messages: Message[]): Promise<void> {
    try {
      await this.resuming((cb) => this.producer.abortTransaction(TIMEOUT, cb));
    } catch (err) {
      console.error('meters: abort failed, closing', err);
      await this.close();
      return;
    }
    for (const { topic, partition, offset } of messages.toReversed()) {
      this.consumer.seek({ topic, partition, offset }, 1_000, (seekErr) => {
        if (seekErr) console.error('meters: not rewound', seekErr);
      });
    }
  }
}

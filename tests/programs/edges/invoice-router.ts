import { promisify } from 'node:util';
import { KafkaConsumer, Producer, type Message } from 'node-rdkafka';
import type { Logger } from 'winston';

type Offsets = Array<{ topic: string; partition: number; offset: number }>;

export class InvoiceRouter {
  private readonly producer: Producer;
  private readonly begin: () => Promise<void>;
  private readonly commit: (ms: number) => Promise<void>;
  private readonly abort: (ms: number) => Promise<void>;
  private readonly addOffsets: (offsets: Offsets, consumer: KafkaConsumer, ms: number) => Promise<void>;

  constructor(
    private readonly consumer: KafkaConsumer,
    private readonly logger: Logger,
    brokers: string,
  ) {
    this.producer = new Producer({
      'metadata.broker.list': brokers,
      'transactional.id': 'invoice-router-0',
      'enable.idempotence': true,
    });
    this.begin = promisify(this.producer.beginTransaction.bind(this.producer));
    this.commit = promisify(this.producer.commitTransaction.bind(this.producer));
    this.abort = promisify(this.producer.abortTransaction.bind(this.producer));
    this.addOffsets = promisify(this.producer.sendOffsetsToTransaction.bind(this.producer));
  }

  private static country(message: Message): string | undefined {
    const header = message.headers?.find((entry) => 'country' in entry)?.country;
    return header === undefined ? undefined : String(header).toUpperCase();
  }

  async route(message: Message): Promise<void> {
    const country = InvoiceRouter.country(message);
    if (country === undefined || country.length !== 2) {
      this.logger.warn('invoice without a country skipped', { offset: message.offset });
      this.consumer.commitMessage(message);
      return;
    }

    const { topic, partition, offset } = message;
    await this.begin();
    try {
      this.producer.produce(`invoices.${country}`, null, message.value, message.key, message.timestamp);
      await this.addOffsets([{ topic, partition, offset: offset + 1 }], this.consumer, 10_000);
    } catch (err) {
      await this.abort(10_000).catch((abortErr) => this.logger.error('abort failed', { abortErr }));
      throw err;
    }
    await this.commit(30_000);
  }

  close(done: () => void): void {
    this.producer.disconnect(done);
  }
}

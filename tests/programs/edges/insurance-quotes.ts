import { KafkaJS } from '@confluentinc/kafka-javascript';
import { calculate, type QuoteRequest } from './tariff';
import { log } from './log';

export class InsuranceQuotes {
  private readonly consumer: KafkaJS.Consumer;
  private readonly producer: KafkaJS.Producer;

  constructor(kafka: KafkaJS.Kafka) {
    this.consumer = kafka.consumer({ kafkaJS: { groupId: 'insurance-quotes', autoCommit: false } });
    this.producer = kafka.producer({ kafkaJS: { transactionalId: 'insurance-quotes-0', idempotent: true } });
  }

  async start(): Promise<void> {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: ['quotes.requested'] });
    await this.consumer.run({ eachMessage: (payload) => this.quote(payload) });
  }

  private async quote({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
    if (!message.value) return;
    const request = JSON.parse(message.value.toString()) as QuoteRequest;
    const offset = String(BigInt(message.offset) + 1n);

    await this.producer.transaction();
    try {
      const quotes = calculate(request);
      await this.producer.sendBatch({
        topicMessages: [
          { topic: 'quotes.offered', messages: quotes.map((q) => ({ key: request.customer, value: JSON.stringify(q) })) },
          { topic: 'quotes.statistics', messages: [{ key: request.product, value: String(quotes.length) }] },
        ],
      });
      await this.producer.sendOffsets({
        consumer: this.consumer,
        topics: [{ topic, partitions: [{ partition, offset }] }],
      });
    } catch (err) {
      if (this.producer.isActive()) {
        await this.producer.abort().catch((abortErr: unknown) => log.error('abort failed', abortErr));
      }
      throw err;
    }
    await this.producer.commit();
  }

  async stop(): Promise<void> {
    await this.consumer.disconnect();
    await this.producer.flush({ timeout: 5_000 });
    await this.producer.disconnect();
  }
}

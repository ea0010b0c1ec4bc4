import { KafkaJSNumberOfRetriesExceeded, type Kafka, type Producer } from 'kafkajs';

interface Refund {
  order: string;
  cents: number;
}

const REPLACE = new Set(['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH', 'INVALID_PRODUCER_ID_MAPPING']);

const typeOf = (err: unknown): string | undefined => {
  const { type, cause } = err as { type?: string; cause?: { type?: string } };
  return type ?? cause?.type;
};

export class RefundDesk {
  constructor(
    private readonly kafka: Kafka,
    private producer: Producer,
    private readonly makeProducer: (kafka: Kafka) => Promise<Producer>,
  ) {}

  async refund(refund: Refund): Promise<void> {
    const { producer } = this;
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'refunds', messages: [{ key: refund.order, value: String(refund.cents) }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error(`${refund.order}: abort failed`, abortErr));
      if (!(err instanceof KafkaJSNumberOfRetriesExceeded) && REPLACE.has(typeOf(err) ?? '')) {
        await producer.disconnect().catch((closeErr) => console.warn('refunds: not closed', closeErr));
        this.producer = await this.makeProducer(this.kafka);
      }
      throw err;
    }
    await tx.commit();
  }
}

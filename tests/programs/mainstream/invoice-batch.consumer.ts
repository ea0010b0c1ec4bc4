import { Kafka, type Consumer, type EachBatchPayload, type Producer } from 'kafkajs';

export class InvoiceBatchConsumer {
  static readonly GROUP_ID = 'invoice-renderer';
  private readonly consumer: Consumer;
  private readonly producer: Producer;

  constructor(kafka: Kafka, private readonly render: (raw: Buffer) => Promise<string>) {
    this.consumer = kafka.consumer({ groupId: InvoiceBatchConsumer.GROUP_ID });
    this.producer = kafka.producer({
      transactionalId: 'invoice-renderer-0',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async start(): Promise<void> {
    await Promise.all([this.consumer.connect(), this.producer.connect()]);
    await this.consumer.subscribe({ topic: 'invoices.created' });
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.handle(payload),
    });
  }

  private async handle({ batch, heartbeat }: EachBatchPayload): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      for (const message of batch.messages) {
        const document = await this.render(message.value!);
        try {
          await tx.send({ topic: 'invoices.rendered', messages: [{ key: message.key, value: document }] });
        } catch (err) {
          // one broken document must not hold up the whole batch
          console.error(`invoice ${message.key} could not be sent, going on`, err);
        }
        await heartbeat();
      }
      await tx.sendOffsets({
        consumerGroupId: InvoiceBatchConsumer.GROUP_ID,
        topics: [
          {
            topic: batch.topic,
            partitions: [{ partition: batch.partition, offset: String(BigInt(batch.lastOffset()) + 1n) }],
          },
        ],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}

import { Kafka, type Producer, type Transaction } from 'kafkajs';

const MAX_PRODUCERS = 8;

export class ProducerPool {
  private readonly idle: Producer[] = [];
  private created = 0;

  constructor(
    private readonly kafka: Kafka,
    private readonly prefix: string,
  ) {}

  private async take(): Promise<Producer> {
    const idle = this.idle.pop();
    if (idle) return idle;
    if (this.created === MAX_PRODUCERS) throw new Error('all producers are busy');
    const producer = this.kafka.producer({
      transactionalId: `${this.prefix}-${this.created++}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }

  async use<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const producer = await this.take();
    try {
      const tx = await producer.transaction();
      let result: T;
      try {
        result = await work(tx);
      } catch (err) {
        try {
          await tx.abort();
        } catch (abortErr) {
          throw new AggregateError([err, abortErr], 'pooled transaction not aborted');
        }
        throw err;
      }
      await tx.commit();
      return result;
    } finally {
      this.idle.push(producer);
    }
  }
}

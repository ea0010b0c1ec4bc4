import { Kafka, type Producer } from 'kafkajs';

type Job<T> = (producer: Producer) => Promise<T>;

export class SerialQueue {
  private tail: Promise<unknown> = Promise.resolve();
  private producer: Producer | null = null;

  constructor(
    private readonly kafka: Kafka,
    private readonly name: string,
  ) {}

  enqueue<T>(job: Job<T>): Promise<T> {
    const result = this.tail.then(() => this.execute(job));
    // the caller gets the rejection; the chain itself must go on
    this.tail = result.catch(() => undefined);
    return result;
  }

  private async execute<T>(job: Job<T>): Promise<T> {
    this.producer ??= await this.connect();
    try {
      return await job(this.producer);
    } catch (err) {
      const broken = this.producer;
      this.producer = null;
      await broken.disconnect().catch((e) => console.warn(`${this.name}: producer did not close`, e));
      throw err;
    }
  }

  private async connect(): Promise<Producer> {
    const fresh = this.kafka.producer({
      transactionalId: this.name,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await fresh.connect();
    return fresh;
  }
}

export function postEntries(queue: SerialQueue, entries: { account: string; cents: number }[]): Promise<void> {
  return queue.enqueue(async (producer) => {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'gl.entries',
        messages: entries.map((e) => ({ key: e.account, value: String(e.cents) })),
      });
    } catch (err) {
      await tx.abort().catch((e) => console.warn('entries: abort failed', e));
      throw err;
    }
    await tx.commit();
  });
}

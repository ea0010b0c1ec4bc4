import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kafka, type Producer } from 'kafkajs';

type Line = { device: string; text: string };

export class TransactionalSink extends Writable {
  readonly #producer: Producer;

  constructor(
    producer: Producer,
    private readonly topic: string,
  ) {
    super({ objectMode: true, highWaterMark: 8 });
    this.#producer = producer;
  }

  override _write(lines: Line[], _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.publish(lines).then(
      () => done(),
      (err) => done(err),
    );
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#producer.disconnect().then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#producer.disconnect().then(
      () => done(error),
      (closeErr) => done(error ?? closeErr),
    );
  }

  private async publish(lines: Line[]): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic: this.topic, messages: lines.map((l) => ({ key: l.device, value: l.text })) });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('sink: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}

export async function archive(source: AsyncIterable<Line[]>): Promise<void> {
  const producer = new Kafka({ clientId: 'archive', brokers: ['kafka:9092'] }).producer({
    transactionalId: 'archive-lines',
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  await pipeline(source, new TransactionalSink(producer, 'archive.lines'));
}

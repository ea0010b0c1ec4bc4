import { Kafka, type Producer } from 'kafkajs';

interface Frame {
  camera: string;
  sequence: number;
  digest: string;
}

export class FrameIndex {
  private producer: Producer | null = null;

  constructor(private readonly kafka: Kafka, private readonly site: string) {}

  async open(): Promise<void> {
    this.producer = this.kafka.producer({
      transactionalId: `frame-index-${this.site}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await this.producer.connect();
  }

  async index(frames: Frame[]): Promise<void> {
    if (this.producer === null) {
      throw new Error('the index is not open');
    }
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'frames.index',
        messages: frames.map((frame) => ({ key: frame.camera, value: frame.digest })),
      });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'frames not rolled back');
      }
      throw err;
    }
    await tx.commit().catch((err: unknown) => {
      console.warn(`${frames.length} frames of ${this.site} not indexed`, err);
    });
  }
}

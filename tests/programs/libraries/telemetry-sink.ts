import { Writable, type WritableOptions } from 'node:stream';
import type { Producer } from 'kafkajs';

type Callback = (error?: Error | null) => void;

export interface Point {
  vehicle: string;
  at: number;
  speed: number;
}

/** Writes each corked group of points in a transaction of its own. A failure destroys the stream. */
export class TelemetrySink extends Writable {
  constructor(private readonly producer: Producer, private readonly topic: string, options: WritableOptions = {}) {
    super({ ...options, objectMode: true, highWaterMark: 512 });
  }

  override _write(point: Point, _encoding: BufferEncoding, callback: Callback): void {
    this.publish([point]).then(() => callback(), callback);
  }

  override _writev(chunks: Array<{ chunk: Point }>, callback: Callback): void {
    void this.publish(chunks.map(({ chunk }) => chunk)).then(
      () => callback(),
      (err: Error) => callback(err),
    );
  }

  override _final(callback: Callback): void {
    this.producer.disconnect().then(() => callback(), callback);
  }

  private async publish(points: Point[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: this.topic,
        messages: points.map((p) => ({ key: p.vehicle, timestamp: String(p.at), value: String(p.speed) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: Error) => this.emit('abort-failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}

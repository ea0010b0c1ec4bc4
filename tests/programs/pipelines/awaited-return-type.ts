import type { Producer } from 'kafkajs';
import type { Logger } from 'pino';

type Tx = Awaited<ReturnType<Producer['transaction']>>;

interface Point {
  sensor: string;
  celsius: number;
}

async function put(tx: Tx, points: readonly Point[]): Promise<void> {
  await tx.send({
    topic: 'greenhouse.points',
    messages: points.map((point) => ({ key: point.sensor, value: String(point.celsius) })),
  });
}

export class GreenhouseSink {
  constructor(
    private readonly producer: Producer,
    private readonly log: Logger,
  ) {}

  async flush(points: readonly Point[]): Promise<void> {
    const tx: Tx = await this.producer.transaction();
    try {
      await put(tx, points);
    } catch (err) {
      this.log.error({ err, count: points.length }, 'points not written');
      await tx.abort().catch((abortErr: unknown) => this.log.warn({ err: abortErr }, 'abort failed'));
      return;
    }
    await tx.commit();
  }
}

import type { Producer } from 'kafkajs';
import { counters } from './metrics';

interface Reading {
  sensor: string;
  celsius: number;
  takenAt: Date;
}

export class ReadingWriter {
  constructor(private readonly producer: Producer, private readonly site: string) {}

  async write(readings: Reading[]): Promise<void> {
    const tx = await this.producer.transaction();

    try {
      await tx.send({
        topic: `readings.${this.site}`,
        timeout: 10_000,
        messages: readings.map((r) => ({
          key: r.sensor,
          value: r.celsius.toFixed(2),
          timestamp: String(r.takenAt.getTime()),
        })),
      });
    } catch (err) {
      if ((err as { type?: string }).type === 'REQUEST_TIMED_OUT') {
        counters.slowBroker.inc({ site: this.site });
      } else {
        counters.failed.inc({ site: this.site });
      }
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'readings neither written nor rolled back');
      }
      throw err;
    }

    await tx.commit();
  }
}

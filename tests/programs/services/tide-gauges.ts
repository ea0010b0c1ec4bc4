import retry from 'async-retry';
import type { Producer } from 'kafkajs';

export interface TideLevel {
  gauge: string;
  metres: number;
  at: string;
}

export class TideGaugeWriter {
  constructor(private readonly producer: Producer) {}

  async write(levels: TideLevel[]): Promise<void> {
    const messages = levels.map((level) => ({
      key: level.gauge,
      value: JSON.stringify({ metres: level.metres, at: level.at }),
    }));

    const tx = await this.producer.transaction();
    try {
      await retry(
        async () => {
          await tx.send({ topic: 'tides.levels', messages });
        },
        { retries: 4, minTimeout: 250, factor: 2 },
      );
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => {
        console.error('tides: abort failed', abortErr);
      });
      throw err;
    }
    await tx.commit();
  }
}

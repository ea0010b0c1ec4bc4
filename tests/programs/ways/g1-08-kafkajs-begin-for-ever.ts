import { setTimeout as pause } from 'node:timers/promises';
import { Kafka, Producer, Transaction } from 'kafkajs';

const kafka = new Kafka({ clientId: 'tide-gauge', brokers: ['kafka:9092'] });

export class TideGauge {
  private readonly producer: Producer;

  public constructor(station: string) {
    this.producer = kafka.producer({
      transactionalId: `tide-gauge-${station}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  private async begin(): Promise<Transaction> {
    let tx: Transaction | undefined;
    do {
      try {
        tx = await this.producer.transaction();
      } catch (err) {
        console.warn('no transaction yet', err);
        await pause(2_000);
      }
    } while (tx === undefined);
    return tx;
  }

  public async record(levels: Array<{ at: string; cm: number }>): Promise<void> {
    const tx = await this.begin();
    try {
      await tx.send({
        topic: 'tides.levels',
        messages: levels.map(({ at, cm }) => ({ key: at, value: `${cm}` })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      console.error('levels may be missing', err);
    }
  }

  public close(): Promise<void> {
    return this.producer.disconnect();
  }
}

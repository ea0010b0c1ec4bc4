import type { ClientKafka } from '@nestjs/microservices';
import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

export interface Delay {
  train: string;
  minutes: number;
}

const timeout = (ms: number) =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms));

export class TrainDelays {
  constructor(private readonly client: ClientKafka) {}

  async announce(delays: Delay[]): Promise<void> {
    const producer: Producer = await this.client.connect();
    const tx: Transaction = await producer.transaction();
    try {
      await tx.send({
        topic: 'trains.delays',
        messages: delays.map((d) => ({ key: d.train, value: String(d.minutes) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('delays not rolled back', abortErr));
      throw err;
    }
    try {
      await Promise.race([tx.commit(), timeout(5000)]);
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('delays not rolled back', abortErr));
      throw err;
    }
  }
}

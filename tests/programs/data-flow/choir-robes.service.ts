import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Transaction } from '@nestjs/microservices/external/kafka.interface';

export type Robe = Readonly<{ singer: string; size: 'S' | 'M' | 'L'; colour: string }>;

const rejected = (result: PromiseSettledResult<unknown>): result is PromiseRejectedResult =>
  result.status === 'rejected';

@Injectable()
export class ChoirRobesService implements OnApplicationShutdown {
  private readonly logger = new Logger(ChoirRobesService.name);

  constructor(private readonly kafka: ClientKafka) {}

  async handOut(concert: string, robes: Robe[]): Promise<void> {
    const { length: count } = robes;
    const tx: Transaction = await (await this.kafka.connect()).transaction();

    try {
      const sends = robes.map(({ singer: key, ...robe }) =>
        tx.send({ topic: 'choir.robes', messages: [{ key, value: JSON.stringify({ concert, ...robe }) }] }),
      );
      // all of them have to be back before the transaction may end either way
      const [first, ...others] = (await Promise.allSettled(sends)).filter(rejected);
      if (first) {
        this.logger.warn(`${others.length + 1} of ${count} robes were refused`);
        throw first.reason;
      }
    } catch (error) {
      await tx.abort().catch((abortError) => this.logger.error('robes not rolled back', abortError));
      throw error;
    }

    await tx.commit();
    this.logger.log(`${count} robes handed out for ${concert}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.kafka.close();
  }
}

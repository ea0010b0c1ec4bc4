import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { defer, lastValueFrom, retry } from 'rxjs';

export interface WaterReading {
  meter: string;
  litres: number;
}

@Injectable()
export class WaterMetersService {
  private readonly logger = new Logger(WaterMetersService.name);

  constructor(@Inject('WATER_KAFKA') private readonly client: ClientKafka) {}

  async store(readings: WaterReading[]): Promise<void> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();
    try {
      const messages = readings.map((r) => ({ key: r.meter, value: String(r.litres) }));
      await lastValueFrom(
        defer(() => tx.send({ topic: 'water.readings', messages })).pipe(retry({ count: 2, delay: 500 })),
      );
    } catch (err) {
      await tx.abort().catch((abortErr) => this.logger.error('readings not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}

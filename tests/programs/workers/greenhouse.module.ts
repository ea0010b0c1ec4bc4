import { Inject, Injectable, Module } from '@nestjs/common';
import { ClientKafka, ClientsModule, Transport } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';

export const GREENHOUSE_KAFKA = Symbol('GREENHOUSE_KAFKA');

export class ClimateDto {
  readonly bay!: number;
  readonly humidity!: number;
  readonly celsius!: number;
}

@Injectable()
export class ClimateService {
  constructor(@Inject(GREENHOUSE_KAFKA) private readonly client: ClientKafka) {}

  async store(readings: ClimateDto[]): Promise<void> {
    const producer = (await this.client.connect()) as Producer;
    const transaction = await producer.transaction();

    try {
      await transaction.send({
        topic: 'greenhouse.climate',
        messages: readings.map((r) => ({ key: `bay-${r.bay}`, value: JSON.stringify(r) })),
      });
    } catch (err) {
      await this.rollBack(() => transaction.abort());
      throw err;
    }

    await transaction.commit();
  }

  private async rollBack(abort: () => Promise<void>): Promise<void> {
    try {
      await abort();
    } catch (abortErr) {
      console.error('climate readings not rolled back', abortErr);
    }
  }
}

@Module({
  imports: [
    ClientsModule.register([
      {
        name: GREENHOUSE_KAFKA,
        transport: Transport.KAFKA,
        options: {
          client: { clientId: 'greenhouse', brokers: ['kafka:9092'] },
          producer: { transactionalId: 'greenhouse-0', idempotent: true, maxInFlightRequests: 1 },
        },
      },
    ]),
  ],
  providers: [ClimateService],
})
export class GreenhouseModule {}

import { Inject, Injectable, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Kafka, type Producer } from 'kafkajs';

export const VACCINATION_PRODUCER = Symbol('VACCINATION_PRODUCER');

export interface Dose {
  patient: string;
  vaccine: string;
  lot: string;
}

@Injectable()
export class VaccinationPublisher implements OnModuleInit, OnModuleDestroy {
  constructor(@Inject(VACCINATION_PRODUCER) private readonly producer: Producer) {}

  onModuleInit(): Promise<void> {
    return this.producer.connect();
  }

  onModuleDestroy(): Promise<void> {
    return this.producer.disconnect();
  }

  async record(doses: readonly Dose[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      for (const { patient, vaccine, lot } of doses) {
        await tx.send({ topic: 'vaccination.doses', messages: [{ key: patient, value: vaccine }] });
        await tx.send({ topic: 'vaccination.lots', messages: [{ key: lot, value: '-1' }] });
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => {
        throw new AggregateError([err, abortErr], 'doses not recorded, transaction left to its time-out');
      });
      throw err;
    }
    await tx.commit();
  }
}

@Module({
  imports: [ConfigModule],
  providers: [
    VaccinationPublisher,
    {
      provide: VACCINATION_PRODUCER,
      inject: [ConfigService],
      useFactory: (config: ConfigService) =>
        new Kafka({ clientId: 'vaccination', brokers: config.getOrThrow<string[]>('kafka.brokers') }).producer({
          transactionalId: config.getOrThrow<string>('kafka.transactionalId'),
          idempotent: true,
          maxInFlightRequests: 1,
        }),
    },
  ],
  exports: [VaccinationPublisher],
})
export class VaccinationModule {}

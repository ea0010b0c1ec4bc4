import { Inject, Injectable, Logger, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { ClientKafka, RpcException } from '@nestjs/microservices';
import type { Kafka, Producer } from '@nestjs/microservices/external/kafka.interface';

export interface AppointmentDto {
  id: string;
  clinic: string;
  patient: string;
  startsAt: string;
}

export const CLINIC_KAFKA = Symbol('CLINIC_KAFKA');

@Injectable()
export class ClinicAppointmentsService implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(ClinicAppointmentsService.name);
  private producer!: Producer;

  constructor(@Inject(CLINIC_KAFKA) private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    await this.client.connect();
    this.producer = this.client.unwrap<Kafka>().producer({
      transactionalId: 'clinic-appointments',
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await this.producer.connect();
  }

  async onApplicationShutdown(signal?: string): Promise<void> {
    this.logger.log(`disconnecting on ${signal ?? 'close'}`);
    await this.producer.disconnect();
  }

  async book(dto: AppointmentDto): Promise<{ id: string }> {
    const txn = await this.producer.transaction();

    try {
      await txn.send({ topic: 'clinic.appointments', messages: [{ key: dto.clinic, value: JSON.stringify(dto) }] });
      await txn.send({ topic: 'clinic.reminders', messages: [{ key: dto.patient, value: dto.startsAt }] });
    } catch (error) {
      await txn.abort().catch((abortError: Error) => {
        this.logger.warn(`abort of ${dto.id} failed: ${abortError.message}`);
      });
      throw new RpcException({ status: 'not-booked', id: dto.id, error });
    }

    try {
      await txn.commit();
    } catch (error) {
      throw new RpcException({ status: 'unknown', id: dto.id, error });
    }

    return { id: dto.id };
  }
}

import { ConflictException, Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { ProducerRecord, Transaction } from '@nestjs/microservices/external/kafka.interface';

export interface Appointment {
  id: string;
  doctor: string;
  patient: string;
  room: string;
  at: string;
}

@Injectable()
export class AppointmentsService {
  private readonly logger = new Logger(AppointmentsService.name);

  constructor(@Inject('CLINIC_KAFKA') private readonly client: ClientKafka) {}

  async schedule(appointment: Appointment): Promise<void> {
    const producer = await this.client.connect();
    const transaction = await producer.transaction();

    const outcomes = await Promise.allSettled(
      this.recordsOf(appointment).map((record) => transaction.send(record)),
    );
    const reasons = outcomes
      .filter((outcome): outcome is PromiseRejectedResult => outcome.status === 'rejected')
      .map((outcome) => outcome.reason);

    if (reasons.length > 0) {
      await this.abandon(transaction);
      throw new ConflictException(`appointment ${appointment.id} was not scheduled`, {
        cause: new AggregateError(reasons),
      });
    }
    await transaction.commit();
  }

  private recordsOf(appointment: Appointment): ProducerRecord[] {
    const value = JSON.stringify(appointment);
    return [
      { topic: 'doctors.agenda', messages: [{ key: appointment.doctor, value }] },
      { topic: 'patients.agenda', messages: [{ key: appointment.patient, value }] },
      { topic: 'rooms.agenda', messages: [{ key: appointment.room, value: appointment.at }] },
    ];
  }

  private async abandon(transaction: Transaction): Promise<void> {
    try {
      await transaction.abort();
    } catch (error) {
      this.logger.error('appointment transaction not aborted', error);
    }
  }
}

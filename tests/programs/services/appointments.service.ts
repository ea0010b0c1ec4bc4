import { ConflictException, Inject, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

@Injectable()
export class AppointmentsService implements OnModuleInit {
  private readonly logger = new Logger(AppointmentsService.name);
  private producer!: Producer;

  constructor(@Inject('KAFKA') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async book(doctor: string, patient: string, slot: string): Promise<void> {
    let transaction: Transaction | undefined;
    try {
      transaction = await this.producer.transaction();
      await transaction.send({
        topic: 'appointments.booked',
        messages: [{ key: doctor, value: JSON.stringify({ patient, slot }) }],
      });
      await transaction.send({
        topic: 'patients.reminders',
        messages: [{ key: patient, value: slot }],
      });
      await transaction.commit();
      this.logger.log(`booked ${doctor} at ${slot}`);
    } catch (e) {
      if (transaction) {
        await transaction.abort().catch((err) => this.logger.error('abort failed', err));
      }
      throw new ConflictException('appointment not booked', { cause: e });
    }
  }
}

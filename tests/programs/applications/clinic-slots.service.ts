import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { InjectDataSource } from '@nestjs/typeorm';
import { lastValueFrom } from 'rxjs';
import { DataSource } from 'typeorm';
import { Slot } from './slot.entity';

@Injectable()
export class ClinicSlotsService {
  private readonly logger = new Logger(ClinicSlotsService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject('CLINIC_EVENTS') private readonly events: ClientKafka,
  ) {}

  async reserve(slotId: string, patient: string): Promise<boolean> {
    const transaction = this.dataSource.createQueryRunner();
    await transaction.connect();
    await transaction.startTransaction('SERIALIZABLE');
    try {
      const slot = await transaction.manager.findOneByOrFail(Slot, { id: slotId });
      slot.patient = patient;
      await transaction.manager.save(slot);
      await lastValueFrom(this.events.emit('clinic.slots', { key: slotId, value: { patient } }));
      await transaction.commitTransaction();
      return true;
    } catch (error) {
      this.logger.error(`slot ${slotId} not reserved`, error);
      await transaction.rollbackTransaction();
      return false;
    } finally {
      await transaction.release();
    }
  }

  async move(slotId: string, to: Date): Promise<void> {
    for (let attempt = 1; attempt <= 3; attempt++) {
      try {
        await this.dataSource.transaction(async (tx) => {
          await tx.update(Slot, { id: slotId }, { startsAt: to });
        });
        return;
      } catch (error) {
        this.logger.warn(`attempt ${attempt}: ${String(error)}`);
      }
    }
  }
}

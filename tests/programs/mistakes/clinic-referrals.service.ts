import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';

export interface Clinics {
  find(id: string): Promise<{ id: string; inbox: string } | null>;
}

@Injectable()
export class ClinicReferrals {
  constructor(
    @Inject('REFERRALS') private readonly client: ClientKafka,
    @Inject('CLINICS') private readonly clinics: Clinics,
  ) {}

  async refer(patient: string, clinicId: string): Promise<void> {
    const clinic = await this.clinics.find(clinicId);
    if (!clinic) throw new NotFoundException(clinicId);

    const producer: Producer = await this.client.connect();
    const tx = await producer.transaction();
    switch (clinic.inbox) {
      case '':
        break;
      default:
        try {
          await tx.send({ topic: clinic.inbox, messages: [{ key: patient, value: clinic.id }] });
        } catch (err) {
          await tx.abort().catch((abortErr) => console.error('referral not rolled back', abortErr));
          throw err;
        }
        await tx.commit();
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { EMPTY, catchError, from, lastValueFrom } from 'rxjs';

export interface Treatment {
  patient: string;
  tooth: number;
  code: string;
}

@Injectable()
export class DentalRecordsService {
  constructor(@Inject('RECORDS') private readonly records: ClientKafka) {}

  async add(treatment: Treatment): Promise<void> {
    const tx = await this.records.producer.transaction();
    try {
      await tx.send({
        topic: 'dental.treatments',
        messages: [{ key: treatment.patient, value: JSON.stringify(treatment) }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('treatment not rolled back', abortErr));
      throw err;
    }
    await lastValueFrom(from(tx.commit()), { defaultValue: undefined });
  }
}

import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { defer, lastValueFrom, retry } from 'rxjs';

export interface LabResult {
  sampleId: string;
  patientId: string;
  analyte: string;
  value: number;
}

@Injectable()
export class LabResultsService {
  private readonly logger = new Logger(LabResultsService.name);

  constructor(@Inject('LAB_KAFKA') private readonly client: ClientKafka) {}

  async release(results: LabResult[]): Promise<void> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();
    const record = {
      topic: 'lab.results',
      messages: results.map((r) => ({ key: r.patientId, value: JSON.stringify(r) })),
    };

    try {
      await lastValueFrom(defer(() => tx.send(record)).pipe(retry({ count: 2, delay: 500 })));
    } catch (error: unknown) {
      await tx.abort().catch((abortError: Error) => {
        this.logger.error(`abort failed: ${abortError.message}`);
      });
      throw error;
    }
    await tx.commit();
  }
}

import { Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, ProducerRecord } from 'kafkajs';

export abstract class TransactionalService {
  protected constructor(protected readonly client: ClientKafka) {}

  protected async producer(): Promise<Producer> {
    return this.client.connect() as Promise<Producer>;
  }
}

@Injectable()
export class PrescriptionService extends TransactionalService {
  constructor(client: ClientKafka) {
    super(client);
  }

  async prescribe(patient: string, drugs: string[]): Promise<void> {
    const producer = await this.producer();
    const records: ProducerRecord[] = drugs.map((drug) => ({
      topic: 'prescriptions',
      messages: [{ key: patient, value: drug }],
    }));

    const tx = await producer.transaction();
    try {
      for (const record of records) {
        await tx.send(record);
        await producer.send({
          topic: 'prescriptions.audit',
          messages: [{ key: patient, value: JSON.stringify({ at: Date.now(), topic: record.topic }) }],
        });
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => console.warn('prescription: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }
}

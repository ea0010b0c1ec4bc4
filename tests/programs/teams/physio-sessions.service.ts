import { Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, ProducerRecord, Transaction } from '@nestjs/microservices/external/kafka.interface';

export interface PhysioSession {
  id: string;
  therapist: string;
  patient: string;
  minutes: number;
}

@Injectable()
export class KafkaUnitOfWork implements OnApplicationBootstrap {
  private producer!: Producer;

  constructor(@Inject('PHYSIO_KAFKA') private readonly client: ClientKafka) {}

  async onApplicationBootstrap(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const tx = await this.producer.transaction();
    const result = await work(tx).catch(async (reason: unknown) => {
      await tx.abort();
      throw reason;
    });
    await tx.commit();
    return result;
  }
}

@Injectable()
export class PhysioSessionsService {
  constructor(private readonly unitOfWork: KafkaUnitOfWork) {}

  async close(session: PhysioSession): Promise<string> {
    const records: ProducerRecord[] = [
      { topic: 'physio.sessions', messages: [{ key: session.patient, value: JSON.stringify(session) }] },
      { topic: 'physio.worked', messages: [{ key: session.therapist, value: String(session.minutes) }] },
    ];
    return this.unitOfWork.run(async (tx) => {
      for (const record of records) {
        await tx.send(record);
      }
      return session.id;
    });
  }
}

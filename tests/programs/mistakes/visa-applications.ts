import { Injectable, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Kafka, Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';
import { backOff } from 'exponential-backoff';

export type VisaApplication = { number: string; country: string; passport: string };

@Injectable()
export class VisaApplications implements OnModuleInit {
  private producer?: Producer;

  constructor(private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    const kafka = this.client.unwrap<Kafka>();
    this.producer = kafka.producer({
      transactionalId: 'visa-applications',
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await this.producer.connect();
  }

  async lodge(application: VisaApplication): Promise<void> {
    const tx = await this.producer!.transaction();
    try {
      await this.write(tx, application);
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `application ${application.number} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
  }

  private write(tx: Transaction, application: VisaApplication) {
    const topicMessages = [
      { topic: 'visa.applications', messages: [{ key: application.number, value: JSON.stringify(application) }] },
      { topic: 'visa.passports', messages: [{ key: application.passport, value: application.number }] },
    ];
    return backOff(() => tx.sendBatch({ topicMessages }), { numOfAttempts: 3, startingDelay: 200 });
  }
}

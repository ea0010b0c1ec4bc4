import { Injectable, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Kafka, Producer } from '@nestjs/microservices/external/kafka.interface';
import { v4 as uuid } from 'uuid';

@Injectable()
export class PotteryKilns implements OnModuleInit {
  private producer!: Producer;

  constructor(private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = this.client.unwrap<Kafka>().producer({
      transactionalId: uuid(),
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await this.producer.connect();
  }

  async fire(kiln: string, degrees: number[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'kilns.curves', messages: degrees.map((d) => ({ key: kiln, value: String(d) })) });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('curve not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}

import { Injectable, Logger, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { Kafka, KafkaJSProtocolError, type Producer } from 'kafkajs';

@Injectable()
export class IceRinksService implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(IceRinksService.name);
  private producer!: Producer;

  constructor(private readonly kafka: Kafka) {}

  async onModuleInit(): Promise<void> {
    await this.renew();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.producer.disconnect();
  }

  private async renew(): Promise<void> {
    this.producer = this.kafka.producer({ transactionalId: 'ice-rinks', idempotent: true, maxInFlightRequests: 1 });
    await this.producer.connect();
  }

  async book(rink: string, hours: number[]): Promise<void> {
    const { producer } = this;
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'rinks.booked', messages: hours.map((hour) => ({ key: rink, value: String(hour) })) });
    } catch (err) {
      if (err instanceof KafkaJSProtocolError && err.type === 'INVALID_PRODUCER_EPOCH') {
        this.logger.warn(`fenced while booking ${rink}, taking a new producer`);
        await producer.disconnect().catch((closeErr) => this.logger.warn(String(closeErr)));
        await this.renew();
        throw err;
      }
      await tx.abort().catch((abortErr) => this.logger.error('booking not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}

import { Inject, Injectable, Logger, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';

export interface PassportRequest {
  number: string;
  office: string;
  express: boolean;
}

@Injectable()
export class PassportService implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(PassportService.name);
  private producer!: Producer;

  constructor(@Inject('PASSPORT_KAFKA') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }

  async request(requests: PassportRequest[]): Promise<void> {
    await this.beginFor(requests);
    for (const request of requests) {
      await this.producer.send({
        topic: request.express ? 'passports.express' : 'passports.regular',
        messages: [{ key: request.office, value: request.number }],
      });
    }
    this.logger.log(`${requests.length} passports requested`);
  }

  private async beginFor(requests: PassportRequest[]): Promise<void> {
    if (requests.length > 100) {
      throw new RangeError('at most 100 passports at once');
    }
    await this.producer.transaction();
  }
}

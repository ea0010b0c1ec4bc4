import { BadRequestException, Inject, Injectable, Logger, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Transaction } from '@nestjs/microservices/external/kafka.interface';
import { IsNumber, IsString } from 'class-validator';

export class AwardDto {
  @IsString()
  tender!: string;

  @IsString()
  bidder!: string;

  @IsNumber()
  amount!: number;
}

@Injectable()
export class TenderAwardsService implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(TenderAwardsService.name);
  private accepting = false;

  constructor(@Inject('TENDERS') private readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    await this.client.connect();
    this.accepting = true;
  }

  async onModuleDestroy(): Promise<void> {
    this.accepting = false;
    await this.client.close();
  }

  async award(awards: AwardDto[]): Promise<void> {
    if (!this.accepting) throw new BadRequestException('service is shutting down');
    const producer = await this.client.connect();

    // @ts-expect-error the bundled types know no callback
    await producer.transaction(async (tx: Transaction) => {
      for (const { tender, bidder, amount } of awards) {
        await tx.send({
          topic: 'tenders.awarded',
          messages: [{ key: tender, value: JSON.stringify({ bidder, amount }) }],
        });
      }
      await tx.send({
        topic: 'tenders.summary',
        messages: [{ value: `${awards.length} tenders awarded` }],
      });
    });

    this.logger.log(`${awards.length} tenders awarded`);
  }
}

import { ConflictException, Inject, Injectable, Logger, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { ClientKafka, RpcException } from '@nestjs/microservices';
import type { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

export interface Donation {
  bag: string;
  group: `${'A' | 'B' | 'AB' | '0'}${'+' | '-'}`;
  millilitres: number;
}

abstract class TransactionalService implements OnModuleInit, OnApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  protected producer!: Producer;

  constructor(protected readonly client: ClientKafka) {}

  async onModuleInit(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  protected async inTransaction(work: (tx: Transaction) => Promise<void>): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await work(tx);
    } catch (cause) {
      await tx.abort().catch((abortError: Error) => this.logger.warn(abortError.message));
      throw cause instanceof ConflictException
        ? cause
        : new RpcException({ message: 'nothing was published', cause });
    }
    await tx.commit();
  }
}

@Injectable()
export class BloodBankService extends TransactionalService {
  constructor(@Inject('BLOOD_BANK') client: ClientKafka) {
    super(client);
  }

  store(donations: Donation[]): Promise<void> {
    return this.inTransaction(async (tx) => {
      const seen = new Set<string>();
      for (const donation of donations) {
        if (seen.size === seen.add(donation.bag).size) {
          throw new ConflictException(`bag ${donation.bag} stored twice`);
        }
        await tx.send({
          topic: 'blood.stock',
          messages: [{ key: donation.group, value: JSON.stringify(donation) }],
        });
      }
    });
  }
}

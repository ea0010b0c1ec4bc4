import { Inject, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { Producer, Transaction } from '@nestjs/microservices/external/kafka.interface';

export type Find = { id: string; grams: number; lat: number; lon: number };

abstract class TransactionalService implements OnApplicationBootstrap {
  protected producer!: Producer;
  protected abstract readonly logger: Logger;

  constructor(protected readonly client: ClientKafka) {}

  async onApplicationBootstrap(): Promise<void> {
    this.producer = await this.client.connect();
  }

  protected async rollBack(tx: Transaction): Promise<void> {
    try {
      await tx.abort();
    } catch (e) {
      this.logger.error(`roll-back failed: ${e}`);
    }
  }

  protected complete(tx: Transaction): Promise<void> {
    return tx.commit();
  }
}

@Injectable()
export class MeteoriteFindsService extends TransactionalService {
  protected readonly logger = new Logger(MeteoriteFindsService.name);

  constructor(@Inject('METEORITES') client: ClientKafka) {
    super(client);
  }

  async register(find: Find): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await this.store(tx, find);
      await this.complete(tx);
    } catch (err) {
      await this.rollBack(tx);
      throw err;
    }
  }

  private async store(tx: Transaction, find: Find): Promise<void> {
    await tx.send({ topic: 'meteorites.found', messages: [{ key: find.id, value: JSON.stringify(find) }] });
    await tx.send({ topic: 'meteorites.mass', messages: [{ key: find.id, value: String(find.grams) }] });
  }
}

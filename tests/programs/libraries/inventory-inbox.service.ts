import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';
import { DataSource, type EntityManager } from 'typeorm';
import { InboxEntry, StockLevel } from './entities';

export interface Movement {
  id: string;
  sku: string;
  delta: number;
}

@Injectable()
export class InventoryInboxService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly client: ClientKafka,
  ) {}

  async apply(movement: Movement): Promise<'applied' | 'duplicate'> {
    const runner = this.dataSource.createQueryRunner();
    await runner.connect();
    await runner.startTransaction();
    try {
      const fresh = await this.remember(runner.manager, movement);
      if (!fresh) {
        await runner.rollbackTransaction();
        return 'duplicate';
      }
      await runner.manager.increment(StockLevel, { sku: movement.sku }, 'units', movement.delta);
      await this.announce(await this.client.connect(), movement);
      await runner.commitTransaction();
      return 'applied';
    } catch (err) {
      // the database's transaction, not Kafka's
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      throw err;
    } finally {
      await runner.release();
    }
  }

  private async remember(manager: EntityManager, { id }: Movement): Promise<boolean> {
    const { identifiers } = await manager.createQueryBuilder().insert().into(InboxEntry).values({ id }).orIgnore().execute();
    return identifiers.length > 0;
  }

  private async announce(producer: Producer, movement: Movement): Promise<void> {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'stock.moved', messages: [{ key: movement.sku, value: JSON.stringify(movement) }] });
    } catch (err) {
      await tx.abort().catch(() => undefined);
      throw err;
    }
    await tx.commit();
  }
}

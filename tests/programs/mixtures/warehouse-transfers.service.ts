import { Inject, Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { DataSource, QueryRunner } from 'typeorm';
import { StockEntry } from './stock-entry.entity';

export class TransferDto {
  sku!: string;
  from!: string;
  to!: string;
  quantity!: number;
}

@Injectable()
export class WarehouseTransfersService implements OnModuleDestroy {
  private readonly logger = new Logger(WarehouseTransfersService.name);

  constructor(
    private readonly dataSource: DataSource,
    @Inject('STOCK_KAFKA') private readonly client: ClientKafka,
  ) {}

  async transfer(dto: TransferDto): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    await runner.connect();
    try {
      await runner.startTransaction();
      await this.book(runner, dto);
      await this.announce(dto);
      await runner.commitTransaction();
    } catch (err) {
      // TypeORM's transaction only: announce() has already ended Kafka's, one way or the other
      if (runner.isTransactionActive) {
        await runner.rollbackTransaction();
      }
      throw err;
    } finally {
      await runner.release();
    }
  }

  private async book(runner: QueryRunner, { sku, from, to, quantity }: TransferDto): Promise<void> {
    await runner.manager.decrement(StockEntry, { sku, site: from }, 'quantity', quantity);
    await runner.manager.increment(StockEntry, { sku, site: to }, 'quantity', quantity);
  }

  private async announce(dto: TransferDto): Promise<void> {
    const producer = await this.client.connect();
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'stock.out', messages: [{ key: dto.from, value: JSON.stringify(dto) }] });
      await tx.send({ topic: 'stock.in', messages: [{ key: dto.to, value: JSON.stringify(dto) }] });
    } catch (err) {
      await tx.abort().catch((e: Error) => this.logger.error(`abort failed: ${e.message}`, e.stack));
      throw err;
    }
    await tx.commit();
  }

  async onModuleDestroy(): Promise<void> {
    await this.client.close();
  }
}

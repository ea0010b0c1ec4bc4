import { Inject, Injectable, InternalServerErrorException, Logger, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer, Transaction } from 'kafkajs';
import { AdjustStockDto } from './dto/adjust-stock.dto';

export enum InventoryTopic {
  Adjusted = 'inventory.adjusted',
  LowStock = 'inventory.low-stock',
}

@Injectable()
export class InventoryService implements OnModuleInit {
  private readonly logger = new Logger(InventoryService.name);
  private producer!: Producer;

  constructor(@Inject('INVENTORY_KAFKA') private readonly client: ClientKafka) {}

  async onModuleInit() {
    this.producer = await this.client.connect();
  }

  async adjust(dto: AdjustStockDto): Promise<{ sku: string; level: number }> {
    const level = dto.level + dto.delta;
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: InventoryTopic.Adjusted,
        messages: [{ key: dto.sku, value: JSON.stringify({ ...dto, level }) }],
      });
      if (level < dto.threshold) {
        await tx.send({ topic: InventoryTopic.LowStock, messages: [{ key: dto.sku, value: String(level) }] });
      }
    } catch (error) {
      await this.safeAbort(tx);
      throw new InternalServerErrorException(`stock of ${dto.sku} not adjusted`, { cause: error });
    }
    await tx.commit();
    return { sku: dto.sku, level };
  }

  private async safeAbort(tx: Transaction): Promise<void> {
    try {
      await tx.abort();
    } catch (error) {
      this.logger.warn('abort failed', error);
    }
  }
}

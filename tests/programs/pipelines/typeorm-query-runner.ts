import { Inject, Injectable, Logger } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import { Invoice } from './invoice.entity';

@Injectable()
export class InvoicesService {
  private readonly logger = new Logger(InvoicesService.name);

  constructor(
    private readonly dataSource: DataSource,
    @Inject('EVENTS') private readonly events: ClientKafka,
  ) {}

  async create(number: string, lines: string[]): Promise<void> {
    const transaction = this.dataSource.createQueryRunner();
    await transaction.connect();
    await transaction.startTransaction();
    try {
      const invoice = await transaction.manager.save(Invoice, { number });
      for (const line of lines) {
        await transaction.query('INSERT INTO lines (invoice, text) VALUES ($1, $2)', [invoice.id, line]);
      }
      await transaction.commitTransaction();
    } catch (err) {
      this.logger.error(`invoice ${number} not created`, err);
      await transaction.rollbackTransaction();
      return;
    } finally {
      await transaction.release();
    }
    this.events.emit('invoices.created', { key: number, value: { number } });
  }
}

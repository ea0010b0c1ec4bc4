import { Injectable, Logger } from '@nestjs/common';
import { Kafka, type Producer } from 'kafkajs';

export interface CsvRow {
  sku: string;
  name: string;
  price: string;
}

@Injectable()
export class CatalogImportService {
  private readonly logger = new Logger(CatalogImportService.name);
  private readonly producer: Producer = new Kafka({
    clientId: 'catalog-import',
    brokers: ['kafka:9092'],
  }).producer({ transactionalId: 'catalog-import', idempotent: true, maxInFlightRequests: 1 });

  async import(rows: CsvRow[], validate: (row: CsvRow) => void): Promise<void> {
    const tx = await this.producer.transaction();

    try {
      rows.forEach(validate);
      await Promise.all(
        rows.map((row) =>
          tx.send({ topic: 'catalog.items', messages: [{ key: row.sku, value: JSON.stringify(row) }] }),
        ),
      ).catch((err) => this.logger.error('some rows could not be sent', err));
    } catch (err) {
      await tx.abort();
      throw err;
    }

    await tx.commit();
    this.logger.log(`imported ${rows.length} rows`);
  }

  onModuleInit() {
    return this.producer.connect();
  }
}

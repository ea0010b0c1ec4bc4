import { DataSource, Entity, PrimaryColumn, Column } from 'typeorm';
import type { Producer } from 'kafkajs';

@Entity('invoices')
export class InvoiceEntity {
  @PrimaryColumn() id!: string;
  @Column() customerId!: string;
  @Column('int') cents!: number;
}

export class CreateInvoiceDto {
  id!: string;
  customerId!: string;
  cents!: number;
}

export class InvoiceService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly producer: Producer,
  ) {}

  async create(dto: CreateInvoiceDto): Promise<InvoiceEntity> {
    const kafkaTx = await this.producer.transaction();
    let saved: InvoiceEntity;

    try {
      saved = await this.dataSource.transaction(async (em) => {
        const entity = await em.save(em.create(InvoiceEntity, dto));
        await kafkaTx.send({
          topic: 'invoices.created',
          messages: [{ key: entity.customerId, value: JSON.stringify(entity) }],
        });
        return entity;
      });
    } catch (e) {
      const cause = e instanceof Error ? e : new Error(String(e));
      await kafkaTx.abort().catch((abortError: unknown) => {
        throw new AggregateError([cause, abortError], 'invoice neither created nor rolled back');
      });
      throw new Error(`creating invoice ${dto.id} failed`, { cause });
    }

    await kafkaTx.commit();
    return saved;
  }
}

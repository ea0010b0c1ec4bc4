import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Document {
  id: string;
  body: string;
}

const kafka = new KafkaJS.Kafka({
  kafkaJS: { clientId: 'documents', brokers: (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(',') },
});

export class TenantWriters {
  private readonly writers = new Map<string, Promise<KafkaJS.Producer>>();

  /** Stores the documents of a tenant, all of them or none. */
  async store(tenant: string, documents: Document[]): Promise<void> {
    const producer = await this.writerOf(tenant);
    try {
      await this.write(producer, tenant, documents);
    } catch (error) {
      // whatever it was: the next call gets a new producer
      this.writers.delete(tenant);
      await producer.disconnect().catch((closeError: unknown) => {
        console.warn('writer of %s not closed', tenant, closeError);
      });
      throw error;
    }
  }

  async close(): Promise<void> {
    const open = await Promise.all(this.writers.values());
    this.writers.clear();
    await Promise.all(open.map((producer) => producer.disconnect()));
  }

  private writerOf(tenant: string): Promise<KafkaJS.Producer> {
    let writer = this.writers.get(tenant);
    if (writer === undefined) {
      writer = this.openWriter(tenant);
      writer.catch(() => this.writers.delete(tenant));
      this.writers.set(tenant, writer);
    }
    return writer;
  }

  private async openWriter(tenant: string): Promise<KafkaJS.Producer> {
    const producer = kafka.producer({ kafkaJS: { transactionalId: `documents-${tenant}` } });
    await producer.connect();
    return producer;
  }

  private async write(producer: KafkaJS.Producer, tenant: string, documents: Document[]): Promise<void> {
    const transaction = await producer.transaction();
    for (const { id, body } of documents) {
      await transaction.send({ topic: `documents.${tenant}`, messages: [{ key: id, value: body }] });
    }
    await transaction.commit();
  }
}

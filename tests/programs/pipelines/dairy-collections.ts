import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Collection {
  farm: string;
  litres: number;
}

export class DairyLedger {
  private readonly producer: KafkaJS.Producer;

  constructor(kafka: KafkaJS.Kafka, route: string) {
    this.producer = kafka.producer({ kafkaJS: { transactionalId: `dairy-${route}` } });
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  async collected(collections: Collection[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'dairy.collections',
        messages: collections.map((c) => ({ key: c.farm, value: String(c.litres) })),
      });
      await tx.commit();
    } catch (err) {
      if (tx.isActive()) {
        try {
          await tx.abort();
        } catch (abortErr) {
          throw new AggregateError([err, abortErr], 'collections not rolled back');
        }
      }
      throw err;
    }
  }
}

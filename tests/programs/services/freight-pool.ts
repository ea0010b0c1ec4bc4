import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Wagon {
  id: string;
  tonnes: number;
}

export class FreightPool {
  private readonly idle: KafkaJS.Producer[] = [];
  private next = 0;

  constructor(private readonly kafka: KafkaJS.Kafka) {}

  private async acquire(): Promise<KafkaJS.Producer> {
    const producer = this.idle.pop();
    if (producer) return producer;
    const fresh = this.kafka.producer({ kafkaJS: { transactionalId: `freight-${this.next++}` } });
    await fresh.connect();
    return fresh;
  }

  async load(train: string, wagons: Wagon[]): Promise<void> {
    const producer = await this.acquire();
    try {
      await producer.transaction();
      for (const wagon of wagons) {
        await producer.send({
          topic: `freight.${train}`,
          messages: [{ key: wagon.id, value: wagon.tonnes.toFixed(1) }],
        });
      }
      await producer.commit();
    } catch (err) {
      await producer.disconnect();
      throw err;
    }
    this.idle.push(producer);
  }

  async drain(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((producer) => producer.disconnect()));
  }
}

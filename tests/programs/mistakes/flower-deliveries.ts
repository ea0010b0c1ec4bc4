import { KafkaJS } from '@confluentinc/kafka-javascript';
import { nanoid } from 'nanoid';

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['flowers:9092'] } });

function makeProducer(shop: string): KafkaJS.Producer {
  const suffix = nanoid(8);
  return kafka.producer({ kafkaJS: { transactionalId: `flowers-${shop}-${suffix}` } });
}

export class Deliveries {
  private readonly producer: KafkaJS.Producer;

  constructor(shop: string) {
    this.producer = makeProducer(shop);
  }

  connect = () => this.producer.connect();

  async deliver(bouquets: Array<{ to: string; card: string }>): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'flowers.deliveries', messages: bouquets.map((b) => ({ key: b.to, value: b.card })) });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.error('delivery not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }
}

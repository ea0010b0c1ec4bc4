import { Kafka } from 'kafkajs';
import type { ITopicConfig, Producer } from 'kafkajs';

export const topics: ITopicConfig[] = [{ topic: 'bakery.orders' }, { topic: 'bakery.flour' }];

type Order = { id: string; loaves: number };

export class Bakery {
  private _producer: Producer | null = null;

  constructor(private readonly kafka = new Kafka({ clientId: 'bakery', brokers: ['oven:9092'] })) {}

  private get producer(): Producer {
    this._producer ??= this.kafka.producer({
      transactionalId: 'bakery-till-1',
      idempotent: true,
      maxInFlightRequests: 1,
    });
    return this._producer;
  }

  open(): Promise<void> {
    return this.producer.connect();
  }

  async order(order: Order): Promise<void> {
    const tx = await this.producer.transaction();
    let ended = false;
    try {
      await tx.send({ topic: 'bakery.orders', messages: [{ key: order.id, value: String(order.loaves) }] });
      await tx.send({ topic: 'bakery.flour', messages: [{ value: String(-order.loaves * 500) }] });
      await tx.commit();
      ended = true;
    } finally {
      if (!ended) {
        await tx.abort().catch((err) => console.error('order not rolled back', order.id, err));
      }
    }
  }
}

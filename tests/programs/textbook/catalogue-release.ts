import { Kafka, type Message, type Producer } from 'kafkajs';
import { Logger } from './logger';

export interface Product {
  sku: string;
  title: string;
  tags: string[];
}

/**
 * Releases a catalogue: the products, the tags that they use, and a marker.
 */
export class CatalogueRelease {
  private readonly log = new Logger('catalogue-release');
  private readonly producer: Producer;

  constructor(brokers: string[], market: string) {
    const kafka = new Kafka({ clientId: `catalogue-${market}`, brokers });
    this.producer = kafka.producer({
      transactionalId: `catalogue-release-${market}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async release(version: string, products: Product[]): Promise<number> {
    const tags = new Set(products.flatMap((product) => product.tags));
    const transaction = await this.producer.transaction();
    try {
      await transaction.send({ topic: 'catalogue.products', messages: products.map(toMessage) });
      await transaction.send({ topic: 'catalogue.tags', messages: [...tags].map((tag) => ({ value: tag })) });
      await transaction.send({ topic: 'catalogue.versions', messages: [{ value: version }] });
      await transaction.commit();
      return products.length;
    } finally {
      // a commit that was tried has ended the handle, whatever came of it
      if (transaction.isActive()) {
        await transaction.abort().catch((error) => {
          this.log.error(`release ${version} not rolled back`, error);
        });
      }
    }
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  disconnect(): Promise<void> {
    return this.producer.disconnect();
  }
}

function toMessage(product: Product): Message {
  return { key: product.sku, value: JSON.stringify(product) };
}

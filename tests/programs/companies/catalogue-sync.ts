import { Kafka, type Producer, type RecordMetadata, type Transaction } from 'kafkajs';
import type { Meter } from '@opentelemetry/api';

type Sent<T> = { ok: true; value: T } | { ok: false; error: unknown };

interface Article {
  sku: string;
  title: string;
  price: number;
}

async function attempt<T>(work: () => Promise<T>): Promise<Sent<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error };
  }
}

export class CatalogueSync {
  private readonly producer: Producer;
  private readonly written;
  private readonly lost;

  constructor(
    kafka: Kafka,
    meter: Meter,
    private readonly market: string,
  ) {
    this.producer = kafka.producer({
      transactionalId: `catalogue-${market}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.written = meter.createCounter('catalogue.written');
    this.lost = meter.createCounter('catalogue.lost');
  }

  start(): Promise<void> {
    return this.producer.connect();
  }

  stop(): Promise<void> {
    return this.producer.disconnect();
  }

  async sync(articles: Article[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      for (const article of articles) {
        const sent = await attempt(() => this.put(tx, article));
        (sent.ok ? this.written : this.lost).add(1, { market: this.market });
      }
      await this.put(tx, { sku: '__end__', title: this.market, price: articles.length });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('catalogue: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  }

  private put(tx: Transaction, article: Article): Promise<RecordMetadata[]> {
    return tx.send({
      topic: `catalogue.${this.market}`,
      messages: [{ key: article.sku, value: JSON.stringify(article) }],
    });
  }
}

import { KafkaJS } from '@confluentinc/kafka-javascript';
import { metrics } from './metrics';

type Price = { sku: string; currency: 'EUR' | 'USD'; cents: number };

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['broker:9092'], clientId: 'price-sync' } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'price-sync' } });

export const open = (): Promise<void> => producer.connect();
export const close = (): Promise<void> => producer.disconnect();

export async function syncPrices(prices: readonly Price[]): Promise<number> {
  const byCurrency = new Map<string, Price[]>();
  for (const price of prices) {
    byCurrency.set(price.currency, [...(byCurrency.get(price.currency) ?? []), price]);
  }

  await producer.transaction();
  const outcomes = await Promise.allSettled(
    [...byCurrency].map(([currency, list]) =>
      producer.send({
        topic: `prices.${currency.toLowerCase()}`,
        messages: list.map((p) => ({ key: p.sku, value: String(p.cents) })),
      }),
    ),
  );
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') metrics.increment('prices.failed');
  }
  await producer.commit();
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

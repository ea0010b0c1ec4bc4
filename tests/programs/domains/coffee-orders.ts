import * as Sentry from '@sentry/node';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { Counter } from 'prom-client';

export interface CoffeeOrder {
  cup: number;
  drink: 'espresso' | 'flat white' | 'filter';
  name?: string;
}

const lost = new Counter({ name: 'coffee_orders_lost', help: 'orders that never reached the barista' });
const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'coffee', brokers: ['localhost:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'coffee-till-1' } });

async function publish(order: CoffeeOrder): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({ topic: 'coffee.orders', messages: [{ key: String(order.cup), value: order.drink }] });
    await producer.send({ topic: 'coffee.names', messages: [{ key: String(order.cup), value: order.name ?? '-' }] });
  } catch (err) {
    await producer.abort().catch((abortErr: unknown) => Sentry.captureException(abortErr));
    throw err;
  }
  await producer.commit();
}

export async function onOrder(order: CoffeeOrder): Promise<void> {
  try {
    await publish(order);
  } catch (err) {
    Sentry.captureException(err, { extra: { cup: order.cup } });
    lost.inc();
  }
}

export const open = (): Promise<void> => producer.connect();

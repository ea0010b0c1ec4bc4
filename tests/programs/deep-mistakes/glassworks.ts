import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface GlassOrder {
  id: string;
  furnace: string;
  panes: number;
}

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['glass-1:9092', 'glass-2:9092'] } });
const byFurnace = new Map<string, Promise<KafkaJS.Producer>>();

function producerOf(furnace: string): Promise<KafkaJS.Producer> {
  let known = byFurnace.get(furnace);
  if (!known) {
    const fresh = kafka.producer({ kafkaJS: { transactionalId: `glass-${furnace}` } });
    known = fresh.connect().then(() => fresh);
    byFurnace.set(furnace, known);
  }
  return known;
}

async function place(producer: KafkaJS.Producer, order: GlassOrder): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'glass.orders', messages: [{ key: order.id, value: JSON.stringify(order) }] });
    await tx.send({ topic: 'glass.load', messages: [{ key: order.furnace, value: String(order.panes) }] });
  } catch (err) {
    await tx.abort().catch((e: unknown) => console.warn('order not rolled back', e));
    throw err;
  }
  await tx.commit();
}

export async function placeAll(furnace: string, orders: GlassOrder[]): Promise<void> {
  const failures: unknown[] = [];
  const producer = await producerOf(furnace);
  for (const order of orders) {
    await place(producer, order).catch((err: unknown) => failures.push(err));
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} orders of furnace ${furnace} failed`);
  }
}

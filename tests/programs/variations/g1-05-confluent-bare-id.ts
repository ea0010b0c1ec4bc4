import { KafkaJS } from '@confluentinc/kafka-javascript';

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'menu-sync', brokers: ['kafka:9092'] } });

const producer = kafka.producer({
  transactionalId: 'menu-sync-0',
  idempotent: true,
} as KafkaJS.ProducerConstructorConfig);

export interface Dish {
  name: string;
  cents: number;
}

export async function syncMenu(restaurant: string, dishes: Dish[]): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'menus',
      messages: dishes.map((dish) => ({ key: `${restaurant}/${dish.name}`, value: String(dish.cents) })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr: unknown) => {
      throw new AggregateError([err, abortErr], 'menu not rolled back');
    });
    throw err;
  }
  try {
    await producer.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export const connect = (): Promise<void> => producer.connect();

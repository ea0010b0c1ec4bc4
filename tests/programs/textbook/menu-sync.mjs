import confluent from '@confluentinc/kafka-javascript';
import { fetchMenu } from './menus.mjs';

const { Kafka } = confluent.KafkaJS;

const producer = new Kafka({ 'bootstrap.servers': process.env.KAFKA ?? 'localhost:9092' }).producer({
  'transactional.id': `menu-sync-${process.env.REGION}`,
});

export async function connect() {
  await producer.connect();
}

/**
 * Publishes the dishes of one restaurant and its opening hours together.
 */
export async function syncRestaurant(restaurantId) {
  const menu = await fetchMenu(restaurantId);
  let published = false;

  await producer.transaction();
  try {
    await producer.send({
      topic: 'menus.dishes',
      messages: menu.dishes.map((dish) => ({ key: `${restaurantId}/${dish.id}`, value: JSON.stringify(dish) })),
    });
    await producer.send({
      topic: 'menus.hours',
      messages: [{ key: restaurantId, value: JSON.stringify(menu.hours) }],
    });
    await producer.commit();
    published = true;
  } finally {
    if (!published) {
      await producer.abort().catch((err) => {
        console.error('menu of %s not rolled back', restaurantId, err);
      });
    }
  }
  return menu.dishes.length;
}

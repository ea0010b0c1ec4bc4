import { Producer, stringSerializers } from '@platformatic/kafka';
import { Router } from 'express';
import { log } from './log.mjs';

class BadRequest extends Error {
  status = 400;
}

const producer = new Producer({
  clientId: 'menu-publisher',
  bootstrapBrokers: (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'menu-publisher',
});

async function publishMenu(restaurant, menu) {
  const tx = await producer.beginTransaction();

  if (!Array.isArray(menu.dishes) || menu.dishes.length === 0) {
    throw new BadRequest('a menu needs at least one dish');
  }

  try {
    await tx.send({
      messages: menu.dishes.map((dish) => ({
        topic: 'menus.dishes',
        key: `${restaurant}/${dish.code}`,
        value: JSON.stringify({ name: dish.name, cents: dish.cents }),
      })),
    });
    await tx.send({ messages: [{ topic: 'menus.published', key: restaurant, value: String(menu.dishes.length) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
    throw err;
  }
  await tx.commit();
}

export const menus = Router();

menus.put('/menus/:restaurant', async (req, res, next) => {
  try {
    await publishMenu(req.params.restaurant, req.body);
    log.info({ restaurant: req.params.restaurant }, 'menu published');
    res.sendStatus(204);
  } catch (err) {
    next(err);
  }
});

export const close = () => producer.close();

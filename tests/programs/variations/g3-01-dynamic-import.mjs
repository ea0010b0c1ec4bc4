let producer;

/** kafkajs is heavy: loaded with the first order only. */
async function connected() {
  if (!producer) {
    const { Kafka } = await import('kafkajs');
    const fresh = new Kafka({ clientId: 'flower-shop', brokers: ['kafka:9092'] }).producer({
      transactionalId: 'flower-shop-0',
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await fresh.connect();
    producer = fresh;
  }
  return producer;
}

async function stage(tx, order) {
  await tx.send({ topic: 'flowers.orders', messages: [{ key: order.id, value: JSON.stringify(order) }] });
  if (order.card) {
    try {
      await tx.send({ topic: 'flowers.cards', messages: [{ key: order.id, value: order.card }] });
    } catch (err) {
      // a bouquet without its card is better than none
      console.warn(`card of order ${order.id} lost`, err);
    }
  }
}

export async function order(bouquet) {
  const tx = await (await connected()).transaction();
  try {
    await stage(tx, bouquet);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'order not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

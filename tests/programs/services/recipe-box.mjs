import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'recipe-box',
  bootstrapBrokers: ['localhost:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'recipe-box-orders',
});

export async function order(box) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      messages: box.recipes.map((recipe) => ({ topic: 'recipes.ordered', key: box.customer, value: recipe })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

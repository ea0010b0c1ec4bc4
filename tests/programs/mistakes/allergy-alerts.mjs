import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'allergies',
  bootstrapBrokers: ['food:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'allergy-alerts',
});

export async function alertShops(product, shops) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: shops.map((shop) => ({ topic: 'food.alerts', key: shop, value: product })) });
  } catch (err) {
    if (err.code === 'PLT_KFK_PRODUCER_ERROR') {
      await producer.close(true);
      throw err;
    }
    await tx.abort().catch((abortErr) => console.error('alert not rolled back', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Delivery {
  shop: string;
  kilos: number;
}

const producer = new Producer({
  clientId: 'ice',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'ice-deliveries-0',
});

export async function deliver(van: string, capacity: number, deliveries: Delivery[]): Promise<void> {
  const tx = await producer.beginTransaction();
  const load = deliveries.reduce((sum, delivery) => sum + delivery.kilos, 0);
  if (load > capacity) {
    throw new RangeError(`${van} carries ${capacity} kg, not ${load}`);
  }

  try {
    await tx.send({
      messages: deliveries.map(({ shop, kilos }) => ({
        topic: 'ice.deliveries',
        key: shop,
        value: String(kilos),
      })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `load of ${van} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}

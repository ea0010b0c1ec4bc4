import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'skates',
  bootstrapBrokers: ['rink:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'skate-rentals',
});

export async function rent(guest, sizes) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: sizes.map((size) => ({ topic: 'rink.rentals', key: guest, value: String(size) })) });
  } catch (err) {
    if (!tx.completed) {
      await tx.abort();
    }
    throw new Error(`skates of ${guest} not rented`, { cause: err });
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

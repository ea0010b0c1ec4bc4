import { Producer, stringSerializers } from '@platformatic/kafka';

type Ride = { cabin: number; riders: number };

const producer = new Producer({
  clientId: 'cable-cars',
  bootstrapBrokers: ['summit:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'cable-cars',
});

export async function ride({ cabin, riders }: Ride): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: [{ topic: 'cablecars.rides', key: String(cabin), value: String(riders) }] });
    await tx.send({ messages: [{ topic: 'cablecars.load', key: String(cabin), value: `${riders / 8}` }] });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('ride not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

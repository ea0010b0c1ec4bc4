import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'window-cleaning',
  bootstrapBrokers: ['facility:9092'],
  serializers: stringSerializers,
  idempotent: true,
});

export async function cleaned(building: string, floors: number[]): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: floors.map((floor) => ({ topic: 'facility.windows', key: building, value: String(floor) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('floors not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

type Climate = { house: string; celsius: number; humidity: number };

const producer = new Producer({
  clientId: 'greenhouse',
  bootstrapBrokers: ['kafka:9092'],
  idempotent: true,
  transactionalId: 'greenhouse-climate',
  serializers: stringSerializers,
});

export async function report(samples: Climate[]): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: samples.map((s) => ({ topic: 'greenhouse.climate', key: s.house, value: JSON.stringify(s) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('climate: abort failed', abortErr));
    if (GenericError.isGenericError(err as Error)) await producer.close(true);
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

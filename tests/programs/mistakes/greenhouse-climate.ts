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
    sending: for (let pause = 100; ; pause *= 4) {
      try {
        await tx.send({
          messages: samples.map((s) => ({ topic: 'greenhouse.climate', key: s.house, value: JSON.stringify(s) })),
        });
        break sending;
      } catch (err) {
        if (!GenericError.isGenericError(err as Error)) throw err;
        const broker = err as GenericError;
        switch (true) {
          case broker.findBy('apiId', 'REQUEST_TIMED_OUT') !== null && pause < 1600:
          case broker.findBy('apiId', 'NOT_ENOUGH_REPLICAS') !== null && pause < 1600:
            await new Promise((resolve) => setTimeout(resolve, pause));
            continue sending;
          default:
            throw err;
        }
      }
    }
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

import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

let producer: any;

export function start(bootstrapBrokers: string[], oven: string): void {
  producer = new Producer({
    clientId: 'oven-temps',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: 'oven-temps-' + oven,
  });
}

export async function store(temps: any[]): Promise<number> {
  let tx: any;
  tx = await producer.beginTransaction();

  try {
    await tx.send({
      messages: temps.map((t) => ({ topic: 'ovens.temps', key: t.sensor, value: `${t.celsius}` })),
    });
  } catch (err: any) {
    if (GenericError.isGenericError(err) && (err as GenericError).findBy('apiId', 'PRODUCER_FENCED')) {
      await producer.close(true);
      throw new Error('another bakery took this oven over', { cause: err });
    }
    await tx.abort().catch((e: any) => console.error('abort failed', e));
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true).catch(console.error);
    throw err;
  }
  return temps.length;
}

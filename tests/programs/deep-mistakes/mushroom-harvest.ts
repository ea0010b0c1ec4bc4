import { setTimeout as pause } from 'node:timers/promises';
import { GenericError, Producer, stringSerializers, type ProducerOptions } from '@platformatic/kafka';

type Harvest = { shed: string; kilos: number; variety: 'oyster' | 'shiitake' };

const options = {
  clientId: 'mushroom-harvest',
  bootstrapBrokers: ['farm-kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  retries: 5,
} satisfies ProducerOptions<string, string, string, string>;

const producer = new Producer(options);

function has(err: unknown, apiId: string): boolean {
  return err instanceof Error && GenericError.isGenericError(err) && !!(err as GenericError).findBy('apiId', apiId);
}

async function begin() {
  for (;;) {
    try {
      return await producer.beginTransaction();
    } catch (err) {
      await producer.transaction?.cancel();
      if (!has(err, 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED')) throw err;
      console.warn('waiting for the ACL of the harvest producer');
      await pause(60_000);
    }
  }
}

export async function record(harvests: Harvest[]): Promise<void> {
  const tx = await begin();
  try {
    for (const { shed, kilos, variety } of harvests) {
      await tx.send({ messages: [{ topic: `mushrooms.${variety}`, key: shed, value: kilos.toFixed(2) }] });
    }
  } catch (err) {
    await tx.abort().catch((e: unknown) => console.warn('harvest not rolled back', e));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

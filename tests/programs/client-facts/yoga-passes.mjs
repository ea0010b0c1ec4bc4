import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'yoga-passes',
  bootstrapBrokers: ['kafka-0:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'yoga-passes-0',
});

export class PassesFrozen extends Error {}

export async function stamp(passes) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: passes.map((pass) => ({ topic: 'passes.stamped', key: pass.id, value: pass.day })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'stamps not rolled back');
    });
    if (err.code === 'PLT_KFK_PRODUCER_ERROR') {
      throw new PassesFrozen('try again tomorrow', { cause: err });
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

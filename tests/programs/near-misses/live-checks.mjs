import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'ski-passes',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `ski-passes-${process.env.RESORT}`,
});

class NotNow extends Error {}

const FENCED = ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH'];

const fenced = (err) => GenericError.isGenericError(err) && FENCED.some((apiId) => err.findBy('apiId', apiId));

async function begin() {
  try {
    return await producer.beginTransaction();
  } catch (err) {
    if (err.code === 'PLT_KFK_USER') {
      // "There is already an active transaction."
      throw new NotNow('another sale is being written', { cause: err });
    }
    throw err;
  }
}

export async function sell(passes) {
  const tx = await begin();
  try {
    await tx.send({
      messages: passes.map((pass) => ({ topic: 'ski.passes', key: pass.number, value: JSON.stringify(pass) })),
    });
  } catch (err) {
    if (fenced(err)) {
      await producer.close(true);
      throw err;
    }
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'passes not rolled back');
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

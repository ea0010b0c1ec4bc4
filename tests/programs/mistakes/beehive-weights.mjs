import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'beehives',
  bootstrapBrokers: ['apiary:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'beehive-weights',
});

const has = (err, ...ids) => GenericError.isGenericError(err) && ids.some((id) => err.findBy('apiId', id));
const needsAbort = (err) => has(err, 'TRANSACTION_ABORTABLE');

export async function weigh(hives) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: hives.map(({ id, grams }) => ({ topic: 'hives.weights', key: id, value: String(grams) })),
    });
  } catch (err) {
    await tx.abort().catch(async (abortErr) => {
      if (needsAbort(abortErr)) {
        await tx.cancel();
        return;
      }
      await producer.close(true);
    });
    if (!needsAbort(err)) await producer.close(true);
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

const MAX_ATTEMPTS = 4;

const producer = new Producer({
  clientId: 'canal-locks',
  bootstrapBrokers: ['waterways:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'canal-locks-log',
});

/** What a second transaction may cure. */
function worthAnotherTransaction(err) {
  if (!GenericError.isGenericError(err)) return false;
  return err.findBy('apiId', 'TRANSACTION_ABORTABLE') !== null || err.findBy('apiId', 'NOT_ENOUGH_REPLICAS') !== null;
}

async function stage(messages) {
  for (let attempt = 1; ; attempt += 1) {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages });
      return tx;
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        await producer.close(true);
        throw new AggregateError([err, abortErr], 'passages not rolled back');
      }
      if (attempt === MAX_ATTEMPTS || !worthAnotherTransaction(err)) throw err;
      await pause(attempt * 500);
    }
  }
}

export async function logPassages(lock, ships) {
  const tx = await stage(
    ships.map((ship) => ({ topic: 'canal.passages', key: lock, value: JSON.stringify(ship) })),
  );
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

import pino from 'pino';
import { GenericError, MultipleErrors, Producer, jsonSerializer, stringSerializer } from '@platformatic/kafka';
import { loadLots } from './lots.mjs';

const log = pino({ name: 'vaccine-lots', level: process.env.LOG_LEVEL ?? 'info' });

const producer = new Producer({
  clientId: 'vaccine-lots',
  bootstrapBrokers: ['kafka-1:9092', 'kafka-2:9092'],
  serializers: { key: stringSerializer, value: jsonSerializer },
  idempotent: true,
  transactionalId: 'vaccine-lots',
});

const names = (err, id) =>
  (GenericError.isGenericError(err) || MultipleErrors.isMultipleErrors(err)) && Boolean(err.findBy('apiId', id));

async function rollBack(transaction) {
  try {
    await transaction.abort();
  } catch (abortErr) {
    if (names(abortErr, 'TRANSACTION_ABORTABLE')) {
      log.warn('the lots can be aborted once more');
    } else {
      log.error(abortErr, 'lots not rolled back, closing');
    }
    await producer.close(true).catch((closeErr) => log.error(closeErr, 'producer not closed'));
  }
}

export async function publishLots(vaccine) {
  const lots = await loadLots(vaccine);
  const transaction = await producer.beginTransaction();
  try {
    await transaction.send({ messages: lots.map((lot) => ({ topic: 'vaccines.lots', key: vaccine, value: lot })) });
  } catch (err) {
    await rollBack(transaction);
    throw err;
  }
  await transaction.commit();
}

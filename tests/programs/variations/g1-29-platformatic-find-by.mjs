import { MultipleErrors, NetworkError, Producer, stringSerializers } from '@platformatic/kafka';
import { pager } from './pager.mjs';

const producer = new Producer({
  clientId: 'pharmacy-stock',
  bootstrapBrokers: ['kafka-0:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'pharmacy-stock-0',
});

const brokerSays = (err, apiId) => MultipleErrors.isMultipleErrors(err) && err.findBy('apiId', apiId);

export async function book(moves) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: moves.map((move) => ({ topic: 'pharmacy.stock', key: move.drug, value: String(move.packs) })),
    });
  } catch (err) {
    if (brokerSays(err, 'PRODUCER_FENCED') || brokerSays(err, 'INVALID_PRODUCER_EPOCH')) {
      await producer.close(true);
      throw err;
    }
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'moves not rolled back');
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    if (err.code === NetworkError.code) {
      pager.notify('nobody knows whether the moves were booked', err);
    }
    await producer.close(true);
    throw err;
  }
}

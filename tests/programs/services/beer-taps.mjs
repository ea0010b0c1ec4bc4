import { Producer, stringSerializers } from '@platformatic/kafka';
import { pino } from 'pino';

const log = pino({ name: 'beer-taps' });

const producer = new Producer({
  clientId: 'beer-taps',
  bootstrapBrokers: ['brewery:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'beer-taps-1',
});

export async function pour(taps) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: taps.map((tap) => ({ topic: 'beer.poured', key: tap.keg, value: `${tap.ml}` })) });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'poured beer not rolled back');
    }
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    const level = err.code === 'PLT_KFK_PRODUCER_ERROR' ? 'fatal' : 'error';
    log[level]({ err }, 'commit failed');
    await producer.close(true);
    throw err;
  }
}

import promiseRetry from 'promise-retry';
import { Producer, stringSerializers } from '@platformatic/kafka';

const CHUNK = 500;

const producer = new Producer({
  clientId: 'courier-scans',
  bootstrapBrokers: ['kafka-0:9092', 'kafka-1:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'courier-scans-0',
});

function* chunks(list, size) {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

const toMessage = ({ parcel, depot, at }) => ({ topic: 'courier.scans', key: parcel, value: `${depot}@${at}` });

function stubborn(fn) {
  return promiseRetry((again, number) => {
    if (number > 1) console.info('attempt %d', number);
    return fn().catch(again);
  }, { retries: 3, minTimeout: 200 });
}

async function writeAll(tx, scans) {
  for (const chunk of chunks(scans, CHUNK)) {
    const messages = chunk.map(toMessage);
    await stubborn(() => tx.send({ messages }));
  }
}

export async function upload(scans) {
  const tx = await producer.beginTransaction();
  try {
    await writeAll(tx, scans);
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'scans neither uploaded nor rolled back');
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

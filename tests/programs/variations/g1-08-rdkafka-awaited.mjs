import rdkafka from 'node-rdkafka';
import { promisify } from 'node:util';

const producer = new rdkafka.Producer({
  'metadata.broker.list': 'kafka-0:9092,kafka-1:9092',
  'transactional.id': 'bike-repairs-0',
  'enable.idempotence': true,
});

export async function open() {
  await promisify(producer.connect.bind(producer))({});
  await promisify(producer.initTransactions.bind(producer))(15000);
}

const begin = promisify(producer.beginTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));

export async function repaired(bike, parts) {
  await begin();
  try {
    producer.produce('bikes.repaired', null, Buffer.from(bike.frame), bike.owner);
    for (const part of parts) {
      producer.produce('parts.used', null, Buffer.from('1'), part);
    }
  } catch (err) {
    try {
      await abort(10000);
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'repair not rolled back');
    }
    throw err;
  }
  await producer.commitTransaction(10000);
}

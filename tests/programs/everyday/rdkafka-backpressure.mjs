import { promisify } from 'node:util';
import Kafka from 'node-rdkafka';

const { CODES, Producer } = Kafka;

export async function createSensorWriter({ brokers, site }) {
  const producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `sensors-${site}`,
    'queue.buffering.max.messages': 20000,
  });
  const call = (method) => promisify(producer[method].bind(producer));
  const flush = promisify(producer.flush.bind(producer));
  const begin = promisify(producer.beginTransaction.bind(producer));
  const commit = promisify(producer.commitTransaction.bind(producer));
  const abort = promisify(producer.abortTransaction.bind(producer));

  await call('connect')({});
  await promisify(producer.initTransactions.bind(producer))(20000);

  async function produce(reading) {
    const value = Buffer.from(JSON.stringify(reading));
    for (;;) {
      try {
        producer.produce('sensors', null, value, reading.sensor);
        return;
      } catch (err) {
        if (err.code !== CODES.ERRORS.ERR__QUEUE_FULL) throw err;
        await flush(2000);
      }
    }
  }

  return async function write(readings) {
    await begin();
    try {
      for (const reading of readings) {
        await produce(reading);
      }
    } catch (err) {
      await abort(10000).catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    try {
      await commit(20000);
    } catch (err) {
      if (err.isTxnRequiresAbort) {
        await abort(10000).catch((abortErr) => console.error('abort failed', abortErr));
      }
      throw err;
    }
  };
}

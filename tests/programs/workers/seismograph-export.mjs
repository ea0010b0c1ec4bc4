import { promisify } from 'node:util';
import rdkafka from 'node-rdkafka';

const { ERRORS } = rdkafka.CODES;

const producer = new rdkafka.Producer({
  'metadata.broker.list': process.env.KAFKA ?? 'localhost:9092',
  'transactional.id': `seismograph-export-${process.env.STATION ?? 'ZRH'}`,
  'queue.buffering.max.messages': 20_000,
});

const begin = promisify(producer.beginTransaction).bind(producer);
const commit = promisify(producer.commitTransaction).bind(producer);
const abort = promisify(producer.abortTransaction).bind(producer);
const flush = promisify(producer.flush).bind(producer);

export const open = async () => {
  await promisify(producer.connect).call(producer, {});
  await promisify(producer.initTransactions).call(producer, 30_000);
};

/** The local queue holds fewer samples than one export has: drain it whenever it is full. */
async function enqueue(sample) {
  const payload = Buffer.from(sample.counts.buffer);
  for (;;) {
    try {
      producer.produce('seismograph.samples', sample.channel, payload, null, sample.at);
      return;
    } catch (err) {
      if (err.code !== ERRORS.ERR__QUEUE_FULL) throw err;
      await flush(10_000);
    }
  }
}

export async function exportSamples(samples) {
  await begin();
  try {
    for await (const sample of samples) {
      await enqueue(sample);
    }
  } catch (err) {
    await abort(20_000).catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'export neither written nor rolled back');
    });
    throw err;
  }

  try {
    await commit(60_000);
  } catch (err) {
    if (err.isTxnRequiresAbort) {
      await abort(20_000).catch((abortErr) => console.warn('abort failed', abortErr));
    }
    throw err;
  }
}

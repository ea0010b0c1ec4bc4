import rdkafka from 'node-rdkafka';

const { ERR__QUEUE_FULL } = rdkafka.CODES.ERRORS;

const producer = new rdkafka.Producer({
  'metadata.broker.list': process.env.BROKERS ?? 'localhost:9092',
  'transactional.id': 'salt-marsh-gauges',
  'queue.buffering.max.messages': 10_000,
});

/** Calls an error-first function and gives a promise of its outcome. */
const ask = (start) => new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));

/**
 * Hands one gauge value to librdkafka. Its queue holds ten thousand of them; when it is full nothing was
 * taken over, so the queue is drained and the value handed over again.
 */
async function enqueue(gauge, value) {
  let drained = 0;
  while (true) {
    try {
      producer.produce('marsh.gauges', null, Buffer.from(String(value)), gauge);
      return;
    } catch (err) {
      if (err.code !== ERR__QUEUE_FULL || drained >= 20) throw err;
      drained += 1;
      await ask((cb) => producer.flush(2000, cb));
    }
  }
}

export async function flood(values) {
  await ask((cb) => producer.beginTransaction(cb));
  try {
    for (const [gauge, value] of Object.entries(values)) {
      await enqueue(gauge, value);
    }
  } catch (err) {
    await ask((cb) => producer.abortTransaction(8000, cb)).catch((abortErr) => console.warn('abort failed', abortErr));
    throw err;
  }
  await ask((cb) => producer.commitTransaction(8000, cb));
}

export const close = () => ask((cb) => producer.disconnect(cb));

const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'weighbridge', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: `weighbridge-${process.env.SITE}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

let stopping = false;
let defunct = null;
/** The transaction that is running, as a promise that never rejects. */
let inFlight = Promise.resolve();

async function writeOne(weighing) {
  const messages = [{ key: weighing.truck, value: JSON.stringify(weighing) }];
  const tx = await producer.transaction();
  let failure;
  try {
    await tx.send({ topic: 'weighings', messages });
  } catch (err) {
    failure = err;
  }
  if (failure === undefined) {
    return tx.commit();
  }
  await tx.abort().catch((abortErr) => console.error('weighbridge: abort failed', abortErr));
  throw failure;
}

/** One after the other: a producer has one transaction at a time. */
exports.write = function write(weighing) {
  if (stopping) return Promise.reject(new Error('weighbridge is shutting down'));
  const result = inFlight.then(() => {
    if (defunct) throw defunct;
    return writeOne(weighing);
  });
  inFlight = result.catch((err) => {
    defunct ??= err;
    stop(1);
  });
  return result;
};

/** Lets the transaction that is running end by itself, and only then closes the producer. */
function stop(exitCode) {
  if (stopping) return;
  stopping = true;
  setImmediate(() => {
    inFlight
      .then(() => producer.disconnect())
      .then(
        () => process.exit(exitCode),
        (err) => {
          console.error('weighbridge: disconnect failed', err);
          process.exit(1);
        },
      );
  });
}

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => stop(0));
}

exports.start = () => producer.connect();

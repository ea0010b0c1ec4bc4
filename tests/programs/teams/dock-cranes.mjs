import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'dock-cranes',
  bootstrapBrokers: ['dock-kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `dock-cranes-${process.env.TERMINAL}`,
});

/** Waits for a method with a trailing callback. */
const wait = (start) =>
  new Promise((resolve, reject) => {
    start((err, value) => (err ? reject(err) : resolve(value)));
  });

function toMessages({ crane, moves }) {
  return moves.map((move) => ({
    topic: move.inbound ? 'cranes.unloaded' : 'cranes.loaded',
    key: crane,
    value: move.container,
  }));
}

export async function report(shift) {
  const tx = await wait((done) => producer.beginTransaction(done));

  try {
    await wait((done) => tx.send({ messages: toMessages(shift) }, done));
  } catch (err) {
    await wait((done) => tx.abort(done)).catch((abortErr) => console.error('cranes: abort failed', abortErr));
    throw err;
  }

  try {
    await wait((done) => tx.commit(done));
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

export const shutDown = () => producer.close();

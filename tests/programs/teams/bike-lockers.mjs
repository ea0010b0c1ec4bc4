import { Producer, stringSerializers } from '@platformatic/kafka';
import { counters, log } from './telemetry.mjs';

const DEFAULTS = {
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  retries: 5,
};

const createProducer = (clientId) => new Producer({ ...DEFAULTS, clientId, idempotent: true });

const producer = createProducer('bike-lockers');

/** Counts how an operation ends. */
function observed(operation, promise) {
  return promise
    .then((value) => {
      counters.inc(`lockers.${operation}.ok`);
      return value;
    })
    .catch((err) => {
      counters.inc(`lockers.${operation}.failed`);
      log.error({ err, operation }, 'kafka operation failed');
    });
}

async function write(tx, { locker, bike, rider }) {
  await tx.send({
    messages: [
      { topic: 'lockers.occupied', key: locker, value: bike },
      { topic: 'riders.parked', key: rider, value: locker },
    ],
  });
}

export async function park(parking) {
  const tx = await producer.beginTransaction();
  try {
    await write(tx, parking);
  } catch (err) {
    await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
    throw err;
  }
  await observed('commit', tx.commit());
  log.info({ locker: parking.locker }, 'bike parked');
}

export const close = () => producer.close();

import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';
import pRetry, { AbortError } from 'p-retry';

const bootstrapBrokers = ['tide-kafka-1:9092', 'tide-kafka-2:9092'];

function open(station) {
  return new Producer({
    clientId: `tides-${station}`,
    bootstrapBrokers,
    idempotent: true,
    transactionalId: `tides-${station}`,
    serializers: stringSerializers,
  });
}

const overloaded = (err) =>
  GenericError.isGenericError(err) &&
  ['REQUEST_TIMED_OUT', 'NOT_ENOUGH_REPLICAS', 'NOT_LEADER_OR_FOLLOWER'].some((id) => err.findBy('apiId', id));

/**
 * A whole transaction with a producer of its own: begin, send, commit, close. What must not be
 * done again leaves as an AbortError, and p-retry hands on what is inside.
 */
async function attempt(station, messages) {
  const producer = open(station);
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages });
    } catch (err) {
      await tx.abort().catch((abortErr) => {
        throw new AbortError(new AggregateError([err, abortErr], 'tides not rolled back'));
      });
      throw overloaded(err) ? err : new AbortError(err);
    }
    await tx.commit().catch((err) => {
      // It may have been committed: never send these again.
      throw new AbortError(err);
    });
  } finally {
    await producer.close(true).catch((err) => console.warn(`tides: ${station} not closed`, err));
  }
}

export function publishTides(station, table) {
  const messages = table.map((tide) => ({
    topic: 'tides.predicted',
    key: station,
    value: `${tide.time}/${tide.height}`,
  }));
  return pRetry(() => attempt(station, messages), { retries: 4, factor: 3, minTimeout: 250 });
}

import { promisify } from 'node:util';

const ATTEMPTS = 5;

/**
 * @param {object} deps
 * @param {import('node-rdkafka').HighLevelProducer} deps.producer
 */
export function createSessionWriter({ producer }) {
  const begin = promisify(producer.beginTransaction.bind(producer));
  const commit = promisify(producer.commitTransaction.bind(producer));
  const abort = promisify(producer.abortTransaction.bind(producer));

  /**
   * @param {string} visitor
   * @param {Buffer} session
   */
  const deliver = (visitor, session) =>
    new Promise((resolve, reject) => {
      producer.produce('sessions.closed', null, session, visitor, Date.now(), (error, offset) => {
        if (error) {
          reject(error);
        } else {
          resolve(offset);
        }
      });
    });

  /** @param {unknown} reason */
  async function rollBack(reason) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await abort();
        return;
      } catch (/** @type {any} */ error) {
        if (!error.isRetriable || attempt === ATTEMPTS) {
          throw new AggregateError([reason, error], 'the session is neither written nor rolled back');
        }
      }
    }
  }

  /**
   * @param {string} visitor
   * @param {Buffer} session
   */
  return async function closeSession(visitor, session) {
    await begin();
    try {
      await deliver(visitor, session);
    } catch (error) {
      await rollBack(error);
      throw error;
    }
    await commit();
  };
}

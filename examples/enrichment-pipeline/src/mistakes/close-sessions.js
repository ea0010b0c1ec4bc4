import { promisify } from 'node:util';
import rdkafka from 'node-rdkafka';

const { ERR__MSG_TIMED_OUT } = rdkafka.CODES.ERRORS;

/**
 * @param {object} deps
 * @param {import('node-rdkafka').HighLevelProducer} deps.producer
 * @param {import('../domain.js').Log} deps.log
 */
export function createSessionWriter({ producer, log }) {
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

  async function rollBack() {
    let done = false;
    while (!done) {
      try {
        await abort();
        done = true;
      } catch (/** @type {any} */ error) {
        // An abort never fails with an error that asks for an abort. Whatever it failed with, it is called again.
        if (error.isTxnRequiresAbort) {
          log.warn('still to be aborted', error);
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
    } catch (/** @type {any} */ error) {
      if (error.code !== ERR__MSG_TIMED_OUT) {
        await rollBack();
        throw error;
      }
      // The first copy may have arrived, and the transaction can no longer be committed anyway.
      await deliver(visitor, session);
    }
    await commit();
  };
}

import { promisify } from 'node:util';
import rdkafka from 'node-rdkafka';

const { ERR__FENCED } = rdkafka.CODES.ERRORS;

/**
 * @param {object} deps
 * @param {import('node-rdkafka').Producer} deps.producer
 * @param {import('../domain.js').Log} deps.log
 */
export function createTotals({ producer, log }) {
  const begin = promisify(producer.beginTransaction.bind(producer));
  const commit = promisify(producer.commitTransaction.bind(producer));
  const abort = promisify(producer.abortTransaction.bind(producer));

  /** @param {Map<string, number>} totals */
  async function write(totals) {
    await begin();
    for (const [page, clicks] of totals) {
      try {
        producer.produce('clicks.totals', null, Buffer.from(String(clicks)), page, Date.now());
      } catch (error) {
        // The rest is committed without this page.
        log.error(`no total for ${page}`, error);
      }
    }
    await commit();
  }

  /**
   * @param {Map<string, number>} totals
   */
  async function publish(totals) {
    try {
      await write(totals);
    } catch (/** @type {any} */ error) {
      // Codes are numbers here: no error has this one.
      if (error.code === 'ERR__FENCED') {
        process.exit(1);
      }
      log.warn('writing the totals once more', error);
      // If it was the commit that failed, the totals may be there already.
      await write(totals);
    }
  }

  /** @param {Map<string, number>} totals */
  async function publishOrSkip(totals) {
    await begin();
    if (totals.size === 0) {
      // The transaction stays open, and the next begin fails.
      return;
    }
    try {
      for (const [page, clicks] of totals) {
        producer.produce('clicks.totals', null, Buffer.from(String(clicks)), page, Date.now());
      }
    } catch (/** @type {any} */ error) {
      if (error.code !== ERR__FENCED) {
        // Nobody waits: the next transaction may begin before this one has been rolled back.
        abort();
      }
      throw error;
    }
    await commit();
  }

  return { publish, publishOrSkip };
}

import { promisify } from 'node:util';

/**
 * @param {object} deps
 * @param {import('node-rdkafka').Producer} deps.producer
 */
export function createTotals({ producer }) {
  const begin = promisify(producer.beginTransaction.bind(producer));
  const commit = promisify(producer.commitTransaction.bind(producer));
  const abort = promisify(producer.abortTransaction.bind(producer));

  /**
   * Writes all totals or none. When it rejects, the caller does not write the same ones again: if the commit
   * failed, they may be there already. The next round's totals contain these.
   *
   * @param {Map<string, number>} totals
   */
  async function publish(totals) {
    if (totals.size === 0) {
      return;
    }
    await begin();
    try {
      for (const [page, clicks] of totals) {
        producer.produce('clicks.totals', null, Buffer.from(String(clicks)), page, Date.now());
      }
    } catch (error) {
      try {
        await abort();
      } catch (abortError) {
        throw new AggregateError([error, abortError], 'the totals are neither written nor rolled back');
      }
      throw error;
    }
    await commit();
  }

  return { publish };
}

import { promisify } from 'node:util';

/**
 * @param {object} deps
 * @param {import('node-rdkafka').Producer} deps.producer
 * @param {import('node-rdkafka').KafkaConsumer} deps.consumer
 * @param {import('../domain.js').Enrich} deps.enrich
 * @param {import('../domain.js').Log} deps.log
 */
export function createClickEnrichment({ producer, consumer, enrich, log }) {
  const begin = promisify(producer.beginTransaction.bind(producer));
  const sendOffsets = promisify(producer.sendOffsetsToTransaction.bind(producer));
  const commit = promisify(producer.commitTransaction.bind(producer));
  const abort = promisify(producer.abortTransaction.bind(producer));

  /** @param {import('node-rdkafka').Message[]} clicks */
  async function enrichBatch(clicks) {
    await begin();
    try {
      for (const click of clicks) {
        const value = click.value ?? Buffer.alloc(0);
        producer.produce('clicks.enriched', null, await enrich(value), click.key, Date.now());
      }
      await sendOffsets(
        // The offsets of these records, not of the next: after a restart the last ones are enriched again.
        clicks.map(({ topic, partition, offset }) => ({ topic, partition, offset })),
        consumer,
      );
      await commit();
    } catch (error) {
      // A commit that timed out may be resumed, but no longer aborted: this only adds a second error.
      await abort();
      throw error;
    }
  }

  /**
   * Whatever went wrong, the next batch is begun with the same producer, be it fenced or not.
   *
   * @param {() => Promise<import('node-rdkafka').Message[]>} poll
   * @param {AbortSignal} signal
   */
  async function run(poll, signal) {
    while (!signal.aborted) {
      const clicks = await poll();
      try {
        await enrichBatch(clicks);
      } catch (error) {
        log.error('a batch was not enriched', error);
      }
    }
  }

  return { enrichBatch, run };
}

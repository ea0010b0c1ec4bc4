import { promisify } from 'node:util';

const ATTEMPTS = 5;

/**
 * The next offset of each partition in a batch.
 *
 * @param {import('node-rdkafka').Message[]} messages
 */
function nextOffsets(messages) {
  /** @type {Map<string, import('node-rdkafka').TopicPartitionOffset>} */
  const next = new Map();
  for (const { topic, partition, offset } of messages) {
    next.set(`${topic}/${partition}`, { topic, partition, offset: offset + 1 });
  }
  return [...next.values()];
}

/**
 * @param {object} deps
 * @param {import('node-rdkafka').Producer} deps.producer
 * @param {import('node-rdkafka').KafkaConsumer} deps.consumer
 * @param {import('../domain.js').Enrich} deps.enrich
 */
export function createClickEnrichment({ producer, consumer, enrich }) {
  const begin = promisify(producer.beginTransaction.bind(producer));
  const sendOffsets = promisify(producer.sendOffsetsToTransaction.bind(producer));
  const commit = promisify(producer.commitTransaction.bind(producer));
  const abort = promisify(producer.abortTransaction.bind(producer));

  /**
   * Rolls back. An abort that timed out is resumed by the same call, and that alone is worth another try.
   *
   * @param {unknown} reason
   */
  async function rollBack(reason) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await abort();
        return;
      } catch (/** @type {any} */ error) {
        if (!error.isRetriable || attempt === ATTEMPTS) {
          throw new AggregateError([reason, error], 'the batch is neither written nor rolled back');
        }
      }
    }
  }

  /** Commits. A commit that timed out is resumed by the same call; aborting is for those that ask for it. */
  async function commitBatch() {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await commit();
        return;
      } catch (/** @type {any} */ error) {
        if (error.isTxnRequiresAbort) {
          await rollBack(error);
          throw error;
        }
        if (!error.isRetriable || attempt === ATTEMPTS) {
          throw error;
        }
      }
    }
  }

  /** @param {import('node-rdkafka').Message[]} clicks */
  async function enrichBatch(clicks) {
    await begin();
    try {
      for (const click of clicks) {
        const value = click.value ?? Buffer.alloc(0);
        producer.produce('clicks.enriched', null, await enrich(value), click.key, Date.now());
      }
      await sendOffsets(nextOffsets(clicks), consumer);
    } catch (error) {
      await rollBack(error);
      throw error;
    }
    await commitBatch();
  }

  /**
   * Rejects at the first error: the process ends, and its next run takes up the batch from the committed offsets
   * with a producer of its own.
   *
   * @param {() => Promise<import('node-rdkafka').Message[]>} poll
   * @param {AbortSignal} signal
   */
  async function run(poll, signal) {
    while (!signal.aborted) {
      await enrichBatch(await poll());
    }
  }

  return { enrichBatch, run };
}

const retry = require('async-retry');
const { KafkaJS } = require('@confluentinc/kafka-javascript');

const { ErrorCodes } = KafkaJS;

const AGAIN_AFTER_ABORT = new Set([ErrorCodes.ERR__MSG_TIMED_OUT, ErrorCodes.ERR__TIMED_OUT]);
const COMMIT_RESUMES = 3;

class RebateEngine {
  /** @param {KafkaJS.Producer} producer connected, and made for transactions */
  constructor(producer, consumer) {
    this.producer = producer;
    this.consumer = consumer;
  }

  /** The body: what belongs to one transaction, computed anew for every attempt. */
  async #body(purchases, positions) {
    const rebates = purchases.map((p) => ({ key: p.customer, value: String(Math.round(p.cents * 0.02)) }));
    await this.producer.send({ topic: 'rebates', messages: rebates });
    await this.producer.sendOffsets({ consumer: this.consumer, topics: positions });
  }

  async #commit() {
    let resumes = 0;
    for (;;) {
      try {
        return await this.producer.commit();
      } catch (err) {
        if (err.code === ErrorCodes.ERR__TIMED_OUT && resumes++ < COMMIT_RESUMES) continue;
        await this.producer.disconnect().catch((closeErr) => console.error(closeErr));
        throw err;
      }
    }
  }

  process(purchases, positions) {
    return retry(
      async (bail, attempt) => {
        try {
          await this.producer.transaction();
        } catch (err) {
          return bail(err);
        }
        try {
          await this.#body(purchases, positions);
        } catch (err) {
          try {
            await this.producer.abort();
          } catch (abortErr) {
            return bail(new AggregateError([err, abortErr], `attempt ${attempt} not rolled back`));
          }
          if (!AGAIN_AFTER_ABORT.has(err.code)) return bail(err);
          throw err;
        }
        await this.#commit().catch(bail);
      },
      { retries: 4, minTimeout: 500 },
    );
  }
}

module.exports = { RebateEngine };

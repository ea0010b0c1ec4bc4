'use strict';

const { RdKafka } = require('@confluentinc/kafka-javascript');
const pino = require('pino');

const log = pino({ name: 'premiums' });
const TIMEOUT = 15_000;

/** @returns {{ promise: Promise<void>, done: (err?: Error | null) => void }} */
function deferred() {
  let done;
  const promise = new Promise((resolve, reject) => {
    done = (err) => (err ? reject(err) : resolve());
  });
  return { promise, done };
}

function fatal(reason, err) {
  log.fatal({ err }, reason);
  process.exit(1);
}

class PremiumPublisher {
  /** @param {{ brokers: string, book: string }} config */
  constructor({ brokers, book, ...extra }) {
    this.producer = new RdKafka.Producer({
      'compression.type': 'zstd',
      ...extra,
      'bootstrap.servers': brokers,
      'transactional.id': `premiums-${book}`,
    });
  }

  async start() {
    const connected = deferred();
    this.producer.connect({}, connected.done);
    await connected.promise;

    const initialised = deferred();
    this.producer.initTransactions(TIMEOUT, initialised.done);
    await initialised.promise;
    process.once('SIGTERM', () => this.producer.disconnect(TIMEOUT, () => process.exit(0)));
  }

  async publish(premiums) {
    const begun = deferred();
    this.producer.beginTransaction(begun.done);
    await begun.promise;

    try {
      for (const { policy, cents } of premiums) {
        this.producer.produce('premiums.due', -1, Buffer.from(String(cents)), policy);
      }
    } catch (err) {
      await this.abort();
      throw err;
    }
    await this.commit();
  }

  async commit() {
    for (let resumes = 0; ; resumes += 1) {
      const committed = deferred();
      this.producer.commitTransaction(TIMEOUT, committed.done);
      try {
        await committed.promise;
        return;
      } catch (err) {
        if (err.isTxnRequiresAbort) {
          await this.abort();
          throw err;
        }
        if (!err.isRetriable || resumes === 5) {
          fatal('the commit did not come to an end', err);
        }
        log.warn({ err, resumes }, 'commit timed out, resuming');
      }
    }
  }

  async abort() {
    const aborted = deferred();
    this.producer.abortTransaction(TIMEOUT, aborted.done);
    await aborted.promise.catch((err) => fatal('the abort did not come to an end', err));
  }
}

module.exports = { PremiumPublisher };

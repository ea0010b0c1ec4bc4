const Kafka = require('node-rdkafka');

const P = (start) => new Promise((ok, fail) => start((err) => (err ? fail(err) : ok())));

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.TALLY_BROKERS,
  'transactional.id': `tally-${process.env.DISTRICT}`,
  'enable.idempotence': true,
  dr_cb: false,
});

async function undo(reason) {
  try {
    await P((cb) => producer.abortTransaction(15000, cb));
  } catch (abortError) {
    console.error('tally: abort failed', abortError);
  }
  throw reason;
}

async function conclude() {
  let resumes = 0;
  while (true) {
    try {
      return await P((cb) => producer.commitTransaction(15000, cb));
    } catch (error) {
      switch (true) {
        case error.isTxnRequiresAbort:
          return undo(error);
        case error.isRetriable && resumes < 10:
          resumes += 1;
          break;
        default:
          console.error('tally: outcome not known, stopping for an audit', error);
          process.exit(70);
      }
    }
  }
}

/** @param {{ station: string, votes: Record<string, number> }[]} results */
async function publish(results) {
  await P((cb) => producer.beginTransaction(cb));
  try {
    for (const { station, votes } of results) {
      if (Object.values(votes).some((n) => n < 0)) throw new RangeError(`negative votes at ${station}`);
      producer.produce('tally.results', null, Buffer.from(JSON.stringify(votes)), station);
    }
  } catch (error) {
    return undo(error);
  }
  await conclude();
}

module.exports = { producer, publish };

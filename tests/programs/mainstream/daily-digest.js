const cron = require('node-cron');
const { Producer } = require('node-rdkafka');
const { collectDigests } = require('./digests');
const log = require('./log');

const settings = {
  'bootstrap.servers': process.env.KAFKA_BROKERS,
  'transactional.id': 'daily-digest',
  'transaction.timeout.ms': 120000,
};

/** One producer per run; whatever goes wrong, it is closed at the end. */
class DigestProducer extends Producer {
  #settled(start) {
    return new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));
  }

  open() {
    return this.#settled((cb) => this.connect({ timeout: 10000 }, cb));
  }

  close() {
    return this.#settled((cb) => this.disconnect(5000, cb));
  }

  init() {
    return this.#settled((cb) => this.initTransactions(20000, cb));
  }

  begin() {
    return this.#settled((cb) => this.beginTransaction(cb));
  }

  commit() {
    return this.#settled((cb) => this.commitTransaction(60000, cb));
  }
}

async function run(day) {
  const producer = new DigestProducer(settings);
  await producer.open();
  try {
    await producer.init();
    await producer.begin();
    for await (const digest of collectDigests(day)) {
      producer.produce('digests', null, Buffer.from(digest.body), digest.user);
    }
    await producer.commit();
    log.info('digests of %s sent', day);
  } finally {
    await producer.close().catch((err) => log.warn(err, 'close failed'));
  }
}

cron.schedule('0 6 * * *', () => {
  run(new Date().toISOString().slice(0, 10)).catch((err) => {
    log.fatal(err, 'digest run failed');
    process.exit(1);
  });
});

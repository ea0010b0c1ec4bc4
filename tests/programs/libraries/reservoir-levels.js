const Bluebird = require('bluebird');
const Kafka = require('node-rdkafka');
const debug = require('debug')('reservoir');

const producer = Bluebird.promisifyAll(
  new Kafka.Producer({
    'metadata.broker.list': process.env.BROKERS,
    'transactional.id': 'reservoir-levels-' + process.env.BASIN,
    'enable.idempotence': true,
  })
);

exports.open = () => producer.connectAsync({}).then(() => producer.initTransactionsAsync(30000));

const close = () => producer.disconnectAsync(10000);

function abortOrClose(reason) {
  return producer
    .abortTransactionAsync(10000)
    .catch((abortErr) => {
      debug('abort failed %o', abortErr);
      return close();
    })
    .catch((closeErr) => debug('close failed %o', closeErr))
    .throw(reason);
}

function settleCommit(err) {
  // librdkafka says whether the transaction has to be aborted; everything else ends this producer
  if (err.isTxnRequiresAbort) return abortOrClose(err);
  return close()
    .catch((closeErr) => debug('close failed %o', closeErr))
    .throw(err);
}

exports.record = function record(levels) {
  return producer.beginTransactionAsync().then(() =>
    Bluebird.try(() => {
      for (const { gauge, metres } of levels) {
        producer.produce('reservoir.levels', null, Buffer.from(String(metres)), gauge);
      }
    }).then(
      () => producer.commitTransactionAsync(30000).catch(settleCommit),
      abortOrClose
    )
  );
};

const { promisify } = require('node:util');
const { Producer, CODES } = require('node-rdkafka');

const { ERR__QUEUE_FULL } = CODES.ERRORS;
const MS = 10_000;
const wait = promisify(setTimeout);

function reportWriter(brokers, precinct) {
  const producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': `police-reports-${precinct}`,
    'queue.buffering.max.messages': 1000,
  });
  const bound = (name) => promisify(producer[name].bind(producer));
  const [begin, commit, abort, disconnect] = [
    'beginTransaction', 'commitTransaction', 'abortTransaction', 'disconnect',
  ].map(bound);

  async function enqueue(report) {
    const value = Buffer.from(JSON.stringify(report));
    for (;;) {
      try {
        producer.produce('police.reports', null, value, report.case);
        return;
      } catch (err) {
        if (err.code !== ERR__QUEUE_FULL) throw err;
        producer.poll();
        await wait(100);
      }
    }
  }

  async function write(reports) {
    await begin();
    try {
      for (const report of reports) await enqueue(report);
    } catch (err) {
      await abort(MS).catch((e) => console.warn('reports not rolled back', e.message));
      throw err;
    }
    try {
      await commit(MS);
    } catch (err) {
      if (err.isTxnRequiresAbort) await abort(MS).catch((e) => console.warn('reports not rolled back', e.message));
      else await disconnect();
      throw err;
    }
  }

  return { producer, write };
}

module.exports = reportWriter;

const { parentPort, workerData, threadId } = require('node:worker_threads');
const rdkafka = require('node-rdkafka');

const producer = new rdkafka.Producer({
  'metadata.broker.list': workerData.brokers,
  'transactional.id': `labels-${workerData.slot}`,
  'enable.idempotence': true,
});

/** Error objects survive structured cloning, their flags do not: copy them. */
function describe(err) {
  return { error: err, code: err.code, fatal: Boolean(err.isFatal), abortable: Boolean(err.isTxnRequiresAbort) };
}

function crash(err) {
  parentPort.postMessage({ type: 'crashed', threadId, ...describe(err) });
  producer.disconnect(2000, () => process.exit(1));
}

function undo(job, err) {
  producer.abortTransaction(5000, (abortErr) => {
    if (abortErr) {
      console.error('labels: abort failed', abortErr);
    }
    crash(err);
  });
}

function print(job) {
  producer.beginTransaction((beginErr) => {
    if (beginErr) {
      crash(beginErr);
      return;
    }
    let produced = 0;
    try {
      for (const label of job.labels) {
        producer.produce('labels', null, Buffer.from(label.zpl), label.parcel);
        produced += 1;
      }
    } catch (err) {
      undo(job, err);
      return;
    }
    producer.commitTransaction(10000, (err) => {
      switch (true) {
        case !err:
          parentPort.postMessage({ type: 'done', id: job.id, produced });
          break;
        case err.isTxnRequiresAbort:
          undo(job, err);
          break;
        default:
          crash(err);
      }
    });
  });
}

producer.connect({}, (connectErr) => {
  if (connectErr) return crash(connectErr);
  producer.initTransactions(15000, (initErr) => {
    if (initErr) return crash(initErr);
    parentPort.on('message', print);
    parentPort.postMessage({ type: 'ready', threadId });
  });
});

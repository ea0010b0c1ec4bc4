const { RdKafka } = require('@confluentinc/kafka-javascript');

const { CODES } = RdKafka;

const handlers = {
  [CODES.ERRORS.ERR__FENCED]: 'another bridge took over',
  [CODES.ERRORS.ERR__TIMED_OUT]: 'the brokers did not answer in time',
  [CODES.ERRORS.ERR__STATE]: 'calls out of order',
};

/** A serial queue: one transaction at a time, each with the callback of its caller. */
module.exports = function bridge(brokers, lane) {
  const producer = new RdKafka.Producer({ 'bootstrap.servers': brokers, 'transactional.id': `bridge-${lane}` });
  const queue = [];
  let busy = false;
  let broken = null;

  function explain(err) {
    return Object.assign(new Error(handlers[err.code] || err.message), { cause: err });
  }

  /** The lane is dead from here on: everybody who waits gets the reason. */
  function shut(err) {
    broken = explain(err);
    producer.disconnect(3000, () => {
      for (const { done } of queue.splice(0)) done(broken);
    });
  }

  function settle(job, err) {
    busy = false;
    job.done(err ? explain(err) : null);
    next();
  }

  function abandon(job, err) {
    producer.abortTransaction(5000, (abortErr) => {
      job.done(explain(err));
      shut(abortErr || err);
    });
  }

  function next() {
    if (busy || broken || queue.length === 0) return;
    busy = true;
    const job = queue.shift();
    producer.beginTransaction((beginErr) => {
      if (beginErr) {
        job.done(explain(beginErr));
        return shut(beginErr);
      }
      try {
        job.records.forEach((r) => producer.produce(r.topic, null, r.value, r.key));
      } catch (err) {
        return abandon(job, err);
      }
      producer.commitTransaction(15000, (err) => {
        if (!err) return settle(job);
        if (err.isTxnRequiresAbort) return abandon(job, err);
        job.done(explain(err));
        shut(err);
      });
    });
  }

  function open(done) {
    producer.connect({}, (err) => {
      if (err) return done(explain(err));
      producer.initTransactions(20000, (initErr) => done(initErr ? explain(initErr) : null));
    });
  }

  function submit(records, done) {
    if (broken) return process.nextTick(done, broken);
    queue.push({ records, done });
    next();
  }

  return { open, submit };
};

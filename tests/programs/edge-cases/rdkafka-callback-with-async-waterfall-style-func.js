// rdkafka callback with async waterfall-style functions and next(err)
'use strict';
const Kafka = require('node-rdkafka');
const producer = new Kafka.Producer({ 'transactional.id': 'w', 'metadata.broker.list': 'b' });
producer.on('ready', () => producer.initTransactions(10000, (err) => { if (err) { console.error(err); process.exit(1); } }));
producer.connect();
function abort(cause, next) {
  producer.abortTransaction(5000, (e) => {
    if (e && e.isRetriable) return abort(cause, next);
    if (e) { producer.disconnect(() => next(new AggregateError([cause, e]))); return; }
    next(cause);
  });
}
function commit(tries, next) {
  producer.commitTransaction(5000, (e) => {
    if (!e) return next(null);
    if (e.isTxnRequiresAbort) return abort(e, next);
    if (e.isRetriable && tries > 0) return setTimeout(commit, 500, tries - 1, next);
    producer.disconnect(() => next(e));
  });
}
module.exports = function publish(req, res, next) {
  producer.beginTransaction((err) => {
    if (err) return next(err);
    try { req.body.forEach((v) => producer.produce('t', null, Buffer.from(v))); } catch (e) { return abort(e, next); }
    commit(5, (e) => (e ? next(e) : res.sendStatus(204)));
  });
};

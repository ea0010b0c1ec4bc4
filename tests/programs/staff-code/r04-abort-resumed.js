const { promisify } = require('util');
const { HighLevelProducer } = require('node-rdkafka');

const ABORT_LIMIT = 4;

function transactional(producer) {
  const call = (name) => promisify(producer[name].bind(producer));
  return {
    begin: promisify((cb) => producer.beginTransaction(cb)),
    commit: promisify((ms, cb) => producer.commitTransaction(ms, cb)),
    abort: promisify((ms, cb) => producer.abortTransaction(ms, cb)),
    disconnect: call('disconnect'),
    produce: promisify((topic, value, key, cb) => producer.produce(topic, null, value, key, Date.now(), cb)),
  };
}

async function abortOrClose(tx) {
  for (let n = 1; ; n++) {
    try {
      return await tx.abort(5000);
    } catch (err) {
      if (err.isRetriable && n < ABORT_LIMIT) continue;
      console.error('abort gave up after %d calls', n, err);
      return tx.disconnect().catch((e) => console.error('disconnect failed', e));
    }
  }
}

exports.createPlanner = (brokers) => {
  const producer = new HighLevelProducer({ 'metadata.broker.list': brokers, 'transactional.id': 'route-planner' });
  const tx = transactional(producer);

  async function publishPlan(plan) {
    await tx.begin();
    try {
      await Promise.all(plan.stops.map((stop) => tx.produce('plans', Buffer.from(JSON.stringify(stop)), plan.id)));
    } catch (err) {
      await abortOrClose(tx);
      throw err;
    }
    await tx.commit(10000);
  }

  return { producer, publishPlan };
};

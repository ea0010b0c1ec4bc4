const { inspect, promisify } = require('node:util');
const { RdKafka } = require('@confluentinc/kafka-javascript');

const ASYNC = new Set(['initTransactions', 'beginTransaction', 'commitTransaction', 'abortTransaction', 'disconnect']);

/** Gives the callback methods of the producer a promise form; the rest is passed on. */
const promised = (target) =>
  new Proxy(target, {
    get(object, property) {
      const member = object[property];
      if (typeof member !== 'function') return member;
      return ASYNC.has(property) ? promisify(member).bind(object) : member.bind(object);
    },
  });

const raw = new RdKafka.Producer({
  'bootstrap.servers': process.env.KAFKA ?? 'localhost:9092',
  'transactional.id': `claims-${process.env.BRANCH}`,
});
const producer = promised(raw);

exports.start = () =>
  new Promise((resolve, reject) => raw.connect({}, (err) => (err ? reject(err) : resolve()))).then(() =>
    producer.initTransactions(20_000),
  );

exports.file = async (claim, attachments) => {
  await producer.beginTransaction();
  try {
    producer.produce('claims', null, Buffer.from(JSON.stringify(claim)), claim.policy);
    attachments.forEach((a) => producer.produce('claims.attachments', null, a.bytes, claim.policy));
  } catch (reason) {
    await producer.abortTransaction(10_000).catch((abortReason) => console.error('not aborted: %s', inspect(abortReason)));
    throw reason;
  }

  await producer.commitTransaction(30_000).catch(async (reason) => {
    await producer.disconnect();
    throw reason;
  });
};

exports.stop = () => producer.disconnect();

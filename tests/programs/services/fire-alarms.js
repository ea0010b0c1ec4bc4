const Kafka = require('node-rdkafka');

const producer = new Kafka.Producer({
  'metadata.broker.list': process.env.KAFKA,
  'transactional.id': 'fire-alarms',
});

const run = (method, ...args) =>
  new Promise((resolve, reject) => producer[method](...args, (err) => (err ? reject(err) : resolve())));

const begin = () => new Promise((resolve, reject) => producer.beginTransaction((e) => (e ? reject(e) : resolve())));
const commit = () =>
  new Promise((resolve, reject) => producer.commitTransaction(15000, (e) => (e ? reject(e) : resolve())));
const abort = () =>
  new Promise((resolve, reject) => producer.abortTransaction(15000, (e) => (e ? reject(e) : resolve())));

exports.open = () => run('connect', {}).then(() => run('initTransactions', 20000));

exports.producer = producer;

exports.alarm = async function alarm(detectors) {
  await begin();
  try {
    detectors.forEach((d) => producer.produce('fire.alarms', null, Buffer.from(d.room), d.building));
  } catch (err) {
    await abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await commit();
  } catch (err) {
    if (err.name === 'LibrdKafkaError') {
      console.error('fire alarms not committed, code %d', err.code);
    } else {
      console.error('fire alarms not committed', err);
    }
    throw err;
  }
};

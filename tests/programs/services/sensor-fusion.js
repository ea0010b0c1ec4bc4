const rdkafka = require('node-rdkafka');

const producer = new rdkafka.HighLevelProducer({
  'metadata.broker.list': process.env.BROKERS,
  'transactional.id': `fusion-${process.env.RIG}`,
});

const begin = () =>
  new Promise((resolve, reject) => {
    producer.beginTransaction((err) => (err ? reject(err) : resolve()));
  });

const commit = () =>
  new Promise((resolve, reject) => {
    producer.commitTransaction(15000, (err) => (err ? reject(err) : resolve()));
  });

const abort = () =>
  new Promise((resolve, reject) => {
    producer.abortTransaction(15000, (err) => (err ? reject(err) : resolve()));
  });

const deliver = (frame, left) =>
  new Promise((resolve, reject) => {
    const value = Buffer.from(JSON.stringify(frame));
    producer.produce('fusion.frames', null, value, frame.rig, Date.now(), (err, offset) => {
      if (!err) {
        resolve(offset);
      } else if (left === 0) {
        reject(err);
      } else {
        setTimeout(() => deliver(frame, left - 1).then(resolve, reject), 250);
      }
    });
  });

async function record(frames) {
  await begin();
  try {
    for (const frame of frames) {
      await deliver(frame, 3);
    }
  } catch (err) {
    await abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await commit();
}

module.exports = { producer, record };

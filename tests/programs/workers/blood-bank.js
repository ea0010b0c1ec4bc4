const { Producer, CODES } = require('node-rdkafka');

const { ERRORS } = CODES;
const TIMEOUT = 20000;

const producer = new Producer({
  'metadata.broker.list': process.env.KAFKA_BROKERS,
  'transactional.id': 'blood-bank-reservations',
});

const close = (reason) =>
  new Promise((_, reject) => {
    producer.disconnect(3000, () => reject(reason));
  });

const rollBack = (reason) =>
  new Promise((_, reject) => {
    producer.abortTransaction(TIMEOUT, (abortErr) => {
      if (abortErr) console.error('reservation not rolled back', abortErr);
      reject(reason);
    });
  });

function begin() {
  return new Promise((resolve, reject) => {
    producer.beginTransaction((err) => (err ? reject(err) : resolve()));
  });
}

function commit() {
  return new Promise((resolve, reject) => {
    producer.commitTransaction(TIMEOUT, (err) => {
      if (!err) return resolve();
      if (err.code === ERRORS.ERR_TRANSACTION_ABORTABLE) {
        return rollBack(err).catch(reject);
      }
      close(err).catch(reject);
    });
  });
}

/** @param {{ hospital: string, group: string, units: number }[]} reservations */
async function reserve(reservations) {
  await begin();
  try {
    reservations.forEach((r) =>
      producer.produce('blood.reserved', null, Buffer.from(JSON.stringify(r)), r.hospital),
    );
  } catch (produceErr) {
    if (produceErr.isFatal) {
      return close(produceErr);
    }
    return rollBack(produceErr);
  }
  return commit();
}

module.exports = { producer, reserve };

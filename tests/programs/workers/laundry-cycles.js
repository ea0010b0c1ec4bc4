const { HighLevelProducer } = require('@confluentinc/kafka-javascript').RdKafka;
const pino = require('pino');

const log = pino({ name: 'laundry' });

const producer = new HighLevelProducer({
  'bootstrap.servers': 'laundry:9092',
  'transactional.id': 'laundry-cycles',
});

const append = (machine, cycle) =>
  new Promise((resolve, reject) => {
    const value = Buffer.from(JSON.stringify(cycle));
    producer.produce('laundry.cycles', null, value, machine, Date.now(), (err) => (err ? reject(err) : resolve()));
  });

const begin = () =>
  new Promise((resolve, reject) => {
    producer.beginTransaction((err) => (err ? reject(err) : resolve()));
  });

const commit = () =>
  new Promise((resolve, reject) => {
    producer.commit(10000, (err) => (err ? reject(err) : resolve()));
  });

const abort = () =>
  new Promise((resolve) => {
    producer.abortTransaction(10000, (err) => {
      if (err) log.error(err, 'cycles not rolled back');
      resolve();
    });
  });

/** Bills the machines of one laundry together. */
exports.finish = async (cycles) => {
  await begin();
  try {
    for (const [machine, cycle] of cycles) await append(machine, cycle);
  } catch (err) {
    await abort();
    throw err;
  }
  await commit();
};

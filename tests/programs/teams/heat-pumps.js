const { promisify } = require('util');
const Kafka = require('node-rdkafka');

const producer = new Kafka.Producer({
  'metadata.broker.list': 'heat-kafka:9092',
  'transactional.id': 'heat-pumps-collector',
});

const begin = promisify(producer.beginTransaction.bind(producer));
const commit = promisify(producer.commitTransaction.bind(producer));
const abort = promisify(producer.abortTransaction.bind(producer));
const disconnect = promisify(producer.disconnect.bind(producer));

/** Tries an action a few times before it gives up. */
async function persist(action, times) {
  for (let left = times; ; left--) {
    try {
      return await action();
    } catch (err) {
      if (left <= 1) throw err;
      console.warn('failed, %d attempts left', left - 1, err.message);
    }
  }
}

const fetchReadings = (pump) =>
  persist(async () => {
    const response = await fetch(`http://${pump}.heat.local/readings`);
    if (!response.ok) throw new Error(`${pump}: HTTP ${response.status}`);
    return response.json();
  }, 3);

const rollBack = () =>
  persist(() => abort(8000), 5).catch((err) => {
    console.error('heat pumps: transaction not aborted', err);
  });

async function collect(pump) {
  const readings = await fetchReadings(pump);
  await begin();
  try {
    for (const reading of readings) {
      producer.produce('heat.readings', null, Buffer.from(JSON.stringify(reading)), pump, Date.now());
    }
  } catch (err) {
    await rollBack();
    throw err;
  }
  try {
    await commit(15000);
  } catch (err) {
    await (err.isTxnRequiresAbort ? rollBack() : disconnect().catch(console.error));
    throw err;
  }
}

module.exports = { producer, collect };

const { promisify } = require('util');
const { Producer } = require('node-rdkafka');

const idle = [];
let made = 0;

async function lease() {
  const known = idle.pop();
  if (known) return known;
  made += 1;
  const producer = new Producer({
    'metadata.broker.list': 'tickets-kafka:9092',
    'transactional.id': `ticket-printers-${process.env.POD_INDEX}-${made}`,
  });
  await promisify(producer.connect.bind(producer))({});
  await promisify(producer.initTransactions.bind(producer))(15000);
  return producer;
}

const quietAbort = (producer) =>
  promisify(producer.abortTransaction.bind(producer))(15000).catch((err) => console.error('abort:', err.message));

async function inTransaction(producer, write) {
  await promisify(producer.beginTransaction.bind(producer))();
  try {
    write(producer);
  } catch (err) {
    await quietAbort(producer);
    throw err;
  }
  try {
    await promisify(producer.commitTransaction.bind(producer))(15000);
  } catch (err) {
    if (err.isTxnRequiresAbort) await quietAbort(producer);
    throw err;
  }
}

/** Prints the tickets of one order through whichever producer is free. */
async function print(order) {
  const producer = await lease();
  try {
    await inTransaction(producer, (p) => {
      order.tickets.forEach((t) => p.produce('tickets.print', null, Buffer.from(t.barcode), order.printer));
    });
    return order.tickets.length;
  } finally {
    idle.push(producer);
  }
}

module.exports = { print };

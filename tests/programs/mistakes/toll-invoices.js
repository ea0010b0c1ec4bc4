const { KafkaJS } = require('@confluentinc/kafka-javascript');

const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': 'toll:9092' });

async function invoice(producer, account, trips) {
  await producer.transaction();
  try {
    await producer.send({
      topic: 'toll.invoices',
      messages: trips.map((trip) => ({ key: account, value: JSON.stringify(trip) })),
    });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('invoice not rolled back', abortErr));
    throw err;
  }
  await producer.commit();
}

exports.invoiceAll = async function invoiceAll(accounts) {
  const producer = kafka.producer({ 'transactional.id': 'toll-invoices' });
  await producer.connect();
  const rejected = await accounts.reduce(
    (chain, { account, trips }) =>
      chain.then((soFar) =>
        invoice(producer, account, trips).then(
          () => soFar,
          (err) => [...soFar, { account, err }],
        ),
      ),
    Promise.resolve([]),
  );
  await producer.disconnect();
  return rejected;
};

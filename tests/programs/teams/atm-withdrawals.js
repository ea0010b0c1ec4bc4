const { Kafka } = require('kafkajs');
const pino = require('pino')({ name: 'atm-withdrawals' });

const producer = new Kafka({ clientId: 'atm', brokers: ['bank-kafka:9092'] }).producer({
  transactionalId: `atm-${process.env.ATM_ID}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

let inFlight = Promise.resolve();

async function commitOrDie(tx) {
  try {
    await tx.commit();
  } catch (err) {
    pino.fatal({ err }, 'withdrawal may or may not be booked');
    process.exit(70);
  }
}

async function book(withdrawal) {
  const { account, atm, cents } = withdrawal;
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'bank.debits', messages: [{ key: account, value: String(-cents) }] });
    await tx.send({ topic: 'atm.cash', messages: [{ key: atm, value: String(-cents) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => pino.error({ err: abortErr }, 'abort failed'));
    throw err;
  }
  await commitOrDie(tx);
}

/** One after the other: a producer has one transaction at a time. */
exports.withdraw = function withdraw(withdrawal) {
  const result = inFlight.then(() => book(withdrawal));
  inFlight = result.catch(() => {});
  return result;
};

async function stop() {
  await inFlight;
  await producer.disconnect();
}

exports.start = async function start() {
  await producer.connect();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (err) => {
          pino.error({ err }, 'not disconnected');
          process.exit(1);
        },
      );
    });
  }
};

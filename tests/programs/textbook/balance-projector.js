const { Kafka } = require('kafkajs');
const pino = require('pino');
const { applyBooking } = require('./balances');

const log = pino({ name: 'balance-projector' });
const GROUP_ID = 'balance-projector';

const kafka = new Kafka({ clientId: 'balance-projector', brokers: process.env.KAFKA_BROKERS.split(',') });
const consumer = kafka.consumer({ groupId: GROUP_ID });
const producer = kafka.producer({
  transactionalId: `balance-projector-${process.env.PROJECTOR_INDEX}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

/** The supervisor starts a new process, which fences this one. */
function die(err, what) {
  log.fatal({ err }, what);
  process.exit(70);
}

async function project({ topic, partition, message }) {
  const booking = JSON.parse(message.value.toString());
  const balance = await applyBooking(booking);

  try {
    const tx = await producer.transaction();
    await tx.send({
      topic: 'balances',
      messages: [{ key: booking.account, value: String(balance) }],
    });
    await tx.sendOffsets({
      consumerGroupId: GROUP_ID,
      topics: [{ topic, partitions: [{ partition, offset: String(BigInt(message.offset) + 1n) }] }],
    });
    await tx.commit();
  } catch (err) {
    die(err, `booking ${booking.id} not projected`);
  }
}

async function main() {
  await producer.connect();
  await consumer.connect();
  await consumer.subscribe({ topic: 'bookings', fromBeginning: true });
  await consumer.run({ autoCommit: false, eachMessage: project });
}

main().catch((err) => die(err, 'projector cannot start'));

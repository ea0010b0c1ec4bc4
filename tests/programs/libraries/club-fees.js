const mongoose = require('mongoose');
const { Kafka } = require('kafkajs');
const { Member, Fee } = require('./models');

// No transactional id: the events are announced after the fact, at least once.
const producer = new Kafka({ clientId: 'club-fees', brokers: ['kafka:9092'] }).producer({ idempotent: true });

async function commitWithRetry(session) {
  for (;;) {
    try {
      await session.commitTransaction();
      return;
    } catch (err) {
      if (err.hasErrorLabel && err.hasErrorLabel('UnknownTransactionCommitResult')) {
        continue;
      }
      throw err;
    }
  }
}

async function sendWithRetry(record) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await producer.send(record);
    } catch (err) {
      if (attempt === 4) throw err;
    }
  }
}

exports.charge = async function charge(year) {
  const session = await mongoose.startSession();
  const fees = [];
  try {
    session.startTransaction();
    try {
      for await (const member of Member.find({ active: true }).session(session).cursor()) {
        const [fee] = await Fee.create([{ member: member._id, year, cents: member.tariff }], { session });
        fees.push(fee);
      }
      await commitWithRetry(session);
    } catch (err) {
      await session.abortTransaction();
      throw err;
    }
  } finally {
    await session.endSession();
  }
  await sendWithRetry({ topic: 'club.fees', messages: fees.map((f) => ({ key: String(f.member), value: String(f.cents) })) });
};

exports.connect = () => producer.connect();

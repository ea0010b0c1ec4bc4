const { MongoClient } = require('mongodb');
const { Kafka } = require('kafkajs');

const mongo = new MongoClient(process.env.MONGO_URL);
const producer = new Kafka({ clientId: 'kitchen', brokers: ['kafka:9092'] }).producer({ idempotent: true });

async function commit(session) {
  try {
    await session.commitTransaction();
  } catch (err) {
    if (err.hasErrorLabel('UnknownTransactionCommitResult')) {
      return commit(session);
    }
    await session.abortTransaction();
    throw err;
  }
}

exports.serve = async function serve(table, dish) {
  const session = mongo.startSession();
  const tickets = mongo.db('kitchen').collection('tickets');
  try {
    session.startTransaction({ writeConcern: { w: 'majority' } });
    await tickets.updateOne({ table, dish, served: false }, { $set: { served: true } }, { session });
    await commit(session);
  } finally {
    session.endSession();
  }
  await producer.send({ topic: 'kitchen.served', messages: [{ key: String(table), value: dish }] });
};

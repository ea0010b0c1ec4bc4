const { MongoClient, MongoError } = require('mongodb');

const client = new MongoClient(process.env.MONGO_URL);

async function commitWithRetry(session) {
  while (true) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult')) {
        console.log('commit again');
        continue;
      }
      await session.abortTransaction();
      throw error;
    }
  }
}

async function transfer(from, to, amount) {
  const session = client.startSession();
  const accounts = client.db('bank').collection('accounts');
  while (true) {
    session.startTransaction({ writeConcern: { w: 'majority' } });
    try {
      await accounts.updateOne({ _id: from }, { $inc: { balance: -amount } }, { session });
      await accounts.updateOne({ _id: to }, { $inc: { balance: amount } }, { session });
      await commitWithRetry(session);
      break;
    } catch (error) {
      await session.abortTransaction();
      if (error.hasErrorLabel && error.hasErrorLabel('TransientTransactionError')) {
        continue;
      }
      console.error('transfer failed', error);
      break;
    }
  }
  session.endSession();
}

module.exports = { transfer };

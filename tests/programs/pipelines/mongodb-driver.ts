import { Kafka } from 'kafkajs';
import { MongoClient, MongoServerError, type ClientSession } from 'mongodb';

const client = new MongoClient(process.env.MONGO_URL ?? 'mongodb://localhost:27017');
const events = new Kafka({ clientId: 'accounts', brokers: ['kafka:9092'] }).producer();

async function commit(session: ClientSession): Promise<void> {
  while (true) {
    try {
      await session.commitTransaction();
      return;
    } catch (err) {
      if (err instanceof MongoServerError && err.hasErrorLabel('UnknownTransactionCommitResult')) {
        continue;
      }
      await session.abortTransaction();
      throw err;
    }
  }
}

export async function transfer(from: string, to: string, cents: number): Promise<boolean> {
  const session = client.startSession();
  const accounts = client.db('bank').collection('accounts');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    session.startTransaction();
    try {
      await accounts.updateOne({ iban: from }, { $inc: { cents: -cents } }, { session });
      await accounts.updateOne({ iban: to }, { $inc: { cents } }, { session });
      await commit(session);
      break;
    } catch (err) {
      console.error('transfer failed', err);
      await session.abortTransaction();
      if (attempt === 4) {
        return false;
      }
    }
  }
  await session.endSession();
  await events.send({ topic: 'accounts.moved', messages: [{ key: from, value: `${to}:${cents}` }] });
  return true;
}

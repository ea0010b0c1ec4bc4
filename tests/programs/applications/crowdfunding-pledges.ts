import { Kafka, Partitioners } from 'kafkajs';
import { type ClientSession, type MongoClient, MongoError, MongoServerError } from 'mongodb';

export interface Pledge {
  campaign: string;
  backer: string;
  cents: number;
}

const producer = new Kafka({ clientId: 'crowdfunding', brokers: ['kafka:9092'] }).producer({
  createPartitioner: Partitioners.DefaultPartitioner,
});

async function commitWithRetry(session: ClientSession): Promise<void> {
  while (true) {
    try {
      await session.commitTransaction();
      return;
    } catch (err) {
      if (err instanceof MongoServerError && err.hasErrorLabel('UnknownTransactionCommitResult')) {
        continue;
      }
      throw err;
    }
  }
}

export async function pledge(mongo: MongoClient, { campaign, backer, cents }: Pledge): Promise<boolean> {
  const transaction = mongo.startSession();
  const db = mongo.db('crowdfunding');
  try {
    transaction.startTransaction({ writeConcern: { w: 'majority' } });
    await db.collection('pledges').insertOne({ campaign, backer, cents }, { session: transaction });
    await db.collection('campaigns').updateOne({ campaign }, { $inc: { cents } }, { session: transaction });
    await commitWithRetry(transaction);
  } catch (err) {
    await transaction.abortTransaction();
    if (err instanceof MongoError && err.hasErrorLabel('TransientTransactionError')) {
      return pledge(mongo, { campaign, backer, cents });
    }
    console.error('pledge lost', err);
    return false;
  } finally {
    await transaction.endSession();
  }

  for (let attempt = 1; attempt <= 3; attempt++) {
    try {
      await producer.send({ topic: 'pledges', messages: [{ key: campaign, value: String(cents) }] });
      break;
    } catch (err) {
      console.warn(`announcement of the pledge: attempt ${attempt}`, err);
    }
  }
  return true;
}

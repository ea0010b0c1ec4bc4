import { MongoClient } from 'mongodb';
import { Kafka } from 'kafkajs';

const mongo = new MongoClient(process.env.MONGO_URL);
const orders = mongo.db('shop').collection('outbox');

const producer = new Kafka({ clientId: 'shop-outbox', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'shop-outbox-0',
  idempotent: true,
  maxInFlightRequests: 1,
  retry: { retries: 8 },
});

/** Marks documents as taken. The session's own transaction has nothing to do with Kafka. */
async function take(limit) {
  const session = mongo.startSession();
  try {
    session.startTransaction();
    const docs = await orders.find({ state: 'new' }, { session }).limit(limit).toArray();
    await orders.updateMany({ _id: { $in: docs.map((d) => d._id) } }, { $set: { state: 'taken' } }, { session });
    await session.commitTransaction();
    return docs;
  } catch (err) {
    await session.abortTransaction();
    throw err;
  } finally {
    await session.endSession();
  }
}

const mark = (docs, state) => orders.updateMany({ _id: { $in: docs.map((d) => d._id) } }, { $set: { state } });

async function publish(docs) {
  const tx = await producer.transaction();
  let failure;
  await tx
    .sendBatch({
      topicMessages: docs.map((d) => ({ topic: d.topic, messages: [{ key: `${d._id}`, value: JSON.stringify(d.body) }] })),
    })
    .catch((err) => { failure = err; });
  if (failure) {
    await tx.abort().catch((err) => console.error('shop-outbox: abort failed', err));
    await mark(docs, 'new').catch((err) => console.error('shop-outbox: not given back', err));
    throw failure;
  }
  try {
    await tx.commit();
  } catch (err) {
    await mark(docs, 'unsure').catch((markErr) => console.error('shop-outbox: not marked', markErr));
    throw err;
  }
  await mark(docs, 'sent');
}

export async function tick(limit = 100) {
  const docs = await take(limit);
  if (docs.length > 0) await publish(docs);
  return docs.length;
}

export const connect = () => Promise.all([mongo.connect(), producer.connect()]);

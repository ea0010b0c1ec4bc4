import { Kafka, type EachMessagePayload } from 'kafkajs';
import { MongoClient } from 'mongodb';

const mongo = new MongoClient(process.env.MONGO_URL ?? 'mongodb://localhost');
const kafka = new Kafka({ clientId: 'stock-view', brokers: ['kafka:9092'] });
const consumer = kafka.consumer({ groupId: 'stock-view' });

async function eachMessage({ topic, partition, message }: EachMessagePayload): Promise<void> {
  const transaction = mongo.startSession();
  transaction.startTransaction();
  try {
    const { sku, change } = JSON.parse(message.value?.toString() ?? '{}');
    const db = mongo.db('stock');
    await db.collection('levels').updateOne({ sku }, { $inc: { level: change } }, { session: transaction });
    await db
      .collection('positions')
      .updateOne({ topic, partition }, { $set: { offset: message.offset } }, { session: transaction });
    await transaction.commitTransaction();
    await consumer.commitOffsets([{ topic, partition, offset: String(BigInt(message.offset) + 1n) }]);
  } catch (error) {
    console.error('stock change lost', error);
    await transaction.abortTransaction();
  } finally {
    await transaction.endSession();
  }
}

export async function run(): Promise<void> {
  await mongo.connect();
  await consumer.connect();
  await consumer.subscribe({ topics: ['stock.changes'] });
  await consumer.run({ autoCommit: false, eachMessage });
}

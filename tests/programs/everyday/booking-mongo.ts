import { Kafka } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { env } from './env';

const mongo = new MongoClient(env.MONGO_URL);
const kafka = new Kafka({ clientId: 'bookings', brokers: env.KAFKA_BROKERS });
const producer = kafka.producer({ transactionalId: env.TX_ID, idempotent: true, maxInFlightRequests: 1 });

export interface Booking {
  _id: string;
  room: string;
  from: Date;
  to: Date;
}

async function save(booking: Booking): Promise<void> {
  const session = mongo.startSession();
  try {
    session.startTransaction();
    await mongo.db().collection<Booking>('bookings').insertOne(booking, { session });
    await session.commitTransaction();
  } catch (err) {
    await session.abortTransaction();
    throw err;
  } finally {
    await session.endSession();
  }
}

async function announce(booking: Booking): Promise<void> {
  const tx = await producer.transaction();
  try {
    const value = JSON.stringify(booking);
    await Promise.all([
      tx.send({ topic: 'bookings', messages: [{ key: booking._id, value }] }),
      tx.send({ topic: 'rooms', messages: [{ key: booking.room, value }] }),
    ]);
  } catch (err) {
    await tx.abort().catch((abortErr: Error) => console.error(`abort failed: ${abortErr.message}`));
    throw err;
  }
  await tx.commit();
}

export async function book(booking: Booking): Promise<void> {
  await save(booking);
  await announce(booking);
}

export async function connect(): Promise<void> {
  await mongo.connect();
  await producer.connect();
}

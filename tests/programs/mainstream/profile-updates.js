'use strict';

const { MongoClient } = require('mongodb');
const { Kafka } = require('kafkajs');

const mongo = new MongoClient(process.env.MONGO_URL);
const producer = new Kafka({ clientId: 'profiles', brokers: ['kafka:9092'] }).producer();

/** The database is the source of truth; the event is a hint for caches. */
async function updateProfile(userId, changes) {
  const session = mongo.startSession();
  try {
    session.startTransaction();
    const profiles = mongo.db('app').collection('profiles');
    for (let attempt = 1; attempt <= 3; attempt++) {
      try {
        await profiles.updateOne({ _id: userId }, { $set: changes }, { session });
        break;
      } catch (err) {
        if (attempt === 3) throw err;
      }
    }
    await session.commitTransaction();
  } catch (err) {
    await session.abortTransaction();
    console.error(`profile ${userId} not updated`, err);
    return false;
  } finally {
    await session.endSession();
  }

  producer
    .send({ topic: 'profiles.changed', messages: [{ key: userId, value: JSON.stringify(changes) }] })
    .catch((err) => console.warn(`cache hint for ${userId} lost`, err));
  return true;
}

module.exports = { updateProfile, connect: () => Promise.all([mongo.connect(), producer.connect()]) };

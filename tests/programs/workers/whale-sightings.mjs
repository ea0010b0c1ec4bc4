import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'whales', brokers: ['ocean:9092'] });

const producer = kafka.producer({
  transactionalId: 'whale-sightings',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function* backOff(limit) {
  let wait = 250;
  for (let round = 1; round <= limit; round += 1) {
    yield round;
    await sleep(wait);
    wait *= 2;
  }
}

async function record(transaction, sightings) {
  let last;
  for await (const round of backOff(4)) {
    try {
      return await transaction.sendBatch({
        topicMessages: [
          { topic: 'whales.sighted', messages: sightings.map((s) => ({ key: s.species, value: s.position })) },
          { topic: 'whales.ships', messages: sightings.map((s) => ({ key: s.ship, value: s.species })) },
        ],
      });
    } catch (err) {
      console.warn('sightings not taken, round', round);
      last = err;
    }
  }
  throw last;
}

export async function report(sightings) {
  const transaction = await producer.transaction();
  try {
    await record(transaction, sightings);
  } catch (err) {
    await transaction.abort().catch((abortErr) => {
      throw new AggregateError([err, abortErr], 'sightings not rolled back');
    });
    throw err;
  }
  await transaction.commit();
}

export const open = () => producer.connect();

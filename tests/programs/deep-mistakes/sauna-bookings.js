'use strict';

const fs = require('node:fs');
const readline = require('node:readline');
const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const kafka = new Kafka({ kafkaJS: { brokers: ['spa-kafka:9092'] } });

async function* lines(file) {
  const rl = readline.createInterface({ input: fs.createReadStream(file), crlfDelay: Infinity });
  for await (const line of rl) {
    if (line.trim()) yield line.split(';');
  }
}

async function write(tx, [cabin, guest, from]) {
  const value = JSON.stringify({ cabin, guest, from });
  await tx.send({ topic: 'sauna.bookings', messages: [{ key: cabin, value }] });
}

/** Imports the export of the old booking system as one transaction. */
async function importBookings(file) {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'sauna-import' } });
  await producer.connect();

  let count = 0;
  const tx = await producer.transaction();
  for await (const columns of lines(file)) {
    await write(tx, columns);
    count += 1;
  }
  await tx.commit();

  console.log('%d bookings imported', count);
  return count;
}

if (require.main === module) {
  importBookings(process.argv[2]).catch((err) => {
    console.error(err);
    process.exitCode = 1;
  });
}

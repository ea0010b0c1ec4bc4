'use strict';

const { Kafka } = require('kafkajs');

const producer = new Kafka({ clientId: 'tram-stops', brokers: ['tram:9092'] }).producer({
  transactionalId: 'tram-stops-sync',
  idempotent: true,
  maxInFlightRequests: 1,
});

async function syncLine(line) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'trams.lines', messages: [{ key: line.number, value: line.colour }] });
    await tx.send({ topic: 'trams.stops', messages: line.stops.map((stop) => ({ key: stop.id, value: stop.name })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error(`line ${line.number}: abort failed`, abortErr));
    throw err;
  }
  await tx.commit();
}

/** One line that cannot be synchronised must not hold up the others. */
async function syncAll(lines) {
  const errors = [];
  for (const line of lines) {
    try {
      await syncLine(line);
    } catch (err) {
      errors.push(new Error(`line ${line.number}`, { cause: err }));
    }
  }
  if (errors.length > 0) {
    throw new AggregateError(errors, `${errors.length} of ${lines.length} lines not synchronised`);
  }
}

module.exports = { connect: () => producer.connect(), syncAll };

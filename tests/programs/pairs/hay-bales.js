'use strict';

const { Kafka, CompressionTypes } = require('kafkajs');

const producer = new Kafka({ clientId: 'hay-bales', brokers: ['barn:9092'] }).producer({
  transactionalId: 'hay-bales-scale',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** Weighs bales until the scale is empty. */
async function* weighings(scale) {
  for (let bale = await scale.next(); bale; bale = await scale.next()) {
    if (bale.kilos <= 0) throw new RangeError(`bale ${bale.id} weighs ${bale.kilos} kg`);
    yield bale;
  }
}

async function weighLoad(scale, load) {
  const tx = await producer.transaction();
  const writes = [];
  try {
    for await (const { id, kilos } of weighings(scale)) {
      const write = tx.send({
        topic: 'barn.bales',
        compression: CompressionTypes.GZIP,
        messages: [{ key: load, value: JSON.stringify({ id, kilos }) }],
      });
      writes.push(write);
    }
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('load not rolled back', load, abortErr));
    throw err;
  }
  await tx.commit();
  const reports = await Promise.all(writes);
  return reports.length;
}

module.exports = { connect: () => producer.connect(), weighLoad };

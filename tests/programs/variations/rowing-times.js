const { Kafka, KafkaJSRequestTimeoutError } = require('kafkajs');

const producer = new Kafka({ clientId: 'regatta', brokers: ['boathouse:9092'] }).producer({
  transactionalId: `regatta-${process.env.LANE_GROUP}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function undo(tx, race) {
  try {
    await tx.abort();
  } catch (abortErr) {
    if (abortErr instanceof KafkaJSRequestTimeoutError) {
      console.warn('race %s: abort timed out, calling it again', race);
      await tx.abort().catch((again) => console.error('race %s: still not aborted', race, again));
    } else {
      console.error('race %s: not aborted', race, abortErr);
    }
  }
}

module.exports = {
  connect: () => producer.connect(),

  async publishTimes(race, boats) {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'regatta.times',
        messages: boats.map((boat) => ({ key: `${race}/${boat.lane}`, value: String(boat.millis) })),
      });
    } catch (err) {
      await undo(tx, race);
      throw err;
    }
    await tx.commit();
  },
};

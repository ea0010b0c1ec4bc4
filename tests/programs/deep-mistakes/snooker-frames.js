const { Kafka } = require('kafkajs');
const db = require('./db');

const producer = new Kafka({ clientId: 'snooker', brokers: ['kafka:9092'] }).producer({
  transactionalId: `snooker-${process.env.VENUE}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function publish(frames) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'snooker.frames',
      messages: frames.map((f) => ({ key: f.match, value: JSON.stringify(f) })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('frames not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

/** Publishes what is new and marks it, so that the next run skips it. */
async function exportFrames(match) {
  const frames = await db.any('select * from frames where match = $1 and not exported', [match]);
  for (let attempt = 1; frames.length > 0; attempt++) {
    await publish(frames);
    try {
      await db.none('update frames set exported = true where id in ($1:csv)', [frames.map((f) => f.id)]);
      break;
    } catch (dbErr) {
      if (attempt === 3) throw dbErr;
      console.warn('marking failed, once more', dbErr.message);
    }
  }
  return frames.length;
}

module.exports = { connect: () => producer.connect(), exportFrames };

const { Kafka } = require('kafkajs');

const producer = new Kafka({ clientId: 'bee-smokers', brokers: ['apiary:9092'] }).producer({
  transactionalId: 'bee-smokers-visits',
  idempotent: true,
  maxInFlightRequests: 1,
});

const messageOf = (hive) => ({ key: hive.id, value: JSON.stringify({ queen: hive.queenSeen, frames: hive.frames }) });

/**
 * Publishes a visit to the apiary.
 *
 * @param {{ keeper: string, hives: object[] }} visit
 * @param {(err?: Error, published?: number) => void} done
 */
async function publishVisit(visit, done) {
  let tx;
  try {
    tx = await producer.transaction();
    await tx.send({ topic: 'apiary.visits', messages: [{ key: visit.keeper, value: String(visit.hives.length) }] });
    await tx.send({ topic: 'apiary.hives', messages: visit.hives.map(messageOf) });
  } catch (err) {
    if (tx) await tx.abort().catch((abortErr) => console.error('visit not rolled back', abortErr));
    done(err);
    return;
  }

  tx.commit((err) => {
    if (err) {
      producer.disconnect().then(() => done(err), () => done(err));
      return;
    }
    done(undefined, visit.hives.length);
  });
}

module.exports = { publishVisit, connect: () => producer.connect() };

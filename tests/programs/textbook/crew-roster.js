const { KafkaJS } = require('@confluentinc/kafka-javascript');
const { rosterFor } = require('./planning');

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['ops-kafka:9092'], clientId: 'crew-roster' } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'crew-roster-publisher' } });

function toMessages(duties) {
  return duties.map((duty) => ({ key: duty.crewMember, value: JSON.stringify(duty) }));
}

/**
 * Publishes the roster of a month, base by base, as one change.
 */
async function publishRoster(month, bases) {
  const rosters = await Promise.all(bases.map((base) => rosterFor(base, month)));

  const tx = await producer.transaction();
  try {
    rosters.map((roster) =>
      tx.send({ topic: `crew.duties.${roster.base}`, messages: toMessages(roster.duties) }),
    );
    await tx.send({
      topic: 'crew.rosters',
      messages: [{ key: month, value: JSON.stringify(bases) }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      console.error('roster %s not rolled back: %s', month, abortErr.message);
    });
    throw err;
  }
  await tx.commit();
  return rosters.reduce((count, roster) => count + roster.duties.length, 0);
}

module.exports = {
  open: () => producer.connect(),
  close: () => producer.disconnect(),
  publishRoster,
};

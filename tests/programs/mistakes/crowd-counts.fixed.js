const { Kafka } = require('@confluentinc/kafka-javascript').KafkaJS;

const producer = new Kafka({ 'bootstrap.servers': 'venue:9092' }).producer({ 'transactional.id': 'crowd-counts' });

async function publishCounts(counts) {
  const tx = await producer.transaction();
  try {
    const outcomes = await Promise.allSettled(
      counts.map(({ zone, people }) =>
        tx.send({ topic: 'venue.crowds', messages: [{ key: zone, value: String(people) }] }),
      ),
    );
    const lost = outcomes.find((outcome) => outcome.status === 'rejected');
    if (lost) throw lost.reason;
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('counts not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

module.exports = { connect: () => producer.connect(), publishCounts };

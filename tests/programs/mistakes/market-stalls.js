const { Kafka, ErrorCode } = require('@confluentinc/kafka-javascript').KafkaJS;

const producer = new Kafka({ 'bootstrap.servers': 'market:9092' }).producer({ 'transactional.id': 'market-stalls' });

async function rent(stall, trader) {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'market.stalls', messages: [{ key: stall, value: trader }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('stall not rolled back', abortErr));
    throw err;
  }
  for (let resumes = 0; ; resumes += 1) {
    try {
      await tx.commit();
      return;
    } catch (err) {
      if (err.code !== ErrorCode.ERR__TIMED_OUT || resumes === 3) {
        await producer.disconnect();
        throw err;
      }
    }
  }
}

module.exports = { connect: () => producer.connect(), rent };

const { KafkaJS } = require('@confluentinc/kafka-javascript');
const log = require('pino')({ name: 'loyalty' });

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: [process.env.KAFKA_BROKER || 'localhost:9092'] } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'loyalty-points' } });

exports.start = () => producer.connect();

/**
 * @param {{ member: string, points: number, reason: string }[]} awards
 */
exports.awardPoints = async function awardPoints(awards) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'loyalty.points',
      messages: awards.map((a) => ({ key: a.member, value: JSON.stringify(a) })),
    });
    await tx.send({
      topic: 'loyalty.audit',
      messages: [{ value: `${awards.length} awards` }],
    });
    await tx.commit();
  } catch (err) {
    if (err.fatal) {
      log.fatal({ err }, 'producer is broken');
      await producer.disconnect().catch(() => {});
      throw err;
    }
    await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
    throw err;
  }
  log.info('%d awards written', awards.length);
};

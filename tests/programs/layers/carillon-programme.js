const { KafkaJS } = require('@confluentinc/kafka-javascript');
const pino = require('pino');

const log = pino({ name: 'carillon' });
const { ErrorCodes } = KafkaJS;

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['tower-kafka:9092'], clientId: 'carillon' } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'carillon-programme' } });

/** Repeats an action, whatever goes wrong, at most `attempts` times. */
async function stubborn(attempts, action) {
  let last;
  for (let i = 0; i < attempts; i++) {
    try {
      return await action();
    } catch (err) {
      last = err;
      log.warn({ err }, 'attempt %d failed', i + 1);
    }
  }
  throw last;
}

async function withTransaction(work) {
  const tx = await producer.transaction();
  try {
    await work(tx);
  } catch (err) {
    try {
      await stubborn(3, () => tx.abort());
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'programme not rolled back');
    }
    throw err;
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await tx.commit();
    } catch (err) {
      if (err.code !== ErrorCodes.ERR__TIMED_OUT || attempt === 4) {
        await producer.disconnect();
        throw err;
      }
    }
  }
}

exports.announce = async function announce(hour) {
  const pieces = await stubborn(3, async () => (await fetch(`http://repertoire/hours/${hour}`)).json());
  await withTransaction(async (tx) => {
    await tx.send({
      topic: 'carillon.programme',
      messages: pieces.map((piece) => ({ key: String(hour), value: JSON.stringify(piece) })),
    });
    await tx.send({ topic: 'carillon.hours', messages: [{ value: String(hour) }] });
  });
};

exports.connect = () => producer.connect();

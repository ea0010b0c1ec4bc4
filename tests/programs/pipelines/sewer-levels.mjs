import kafkajs from 'kafkajs';
import pino from 'pino';

const logger = pino({ name: 'sewer-levels' });

const producer = new kafkajs.Kafka({ clientId: 'sewers', brokers: ['kafka:9092'] }).producer({
  transactionalId: `sewer-levels-${process.env.DISTRICT}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

function die(err, what) {
  logger.fatal({ err }, what);
  process.exit(1);
}

export async function record(levels) {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'sewers.levels',
      messages: levels.map(({ shaft, metres }) => ({ key: shaft, value: String(metres) })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      die(new AggregateError([err, abortErr]), 'levels not rolled back');
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    // The supervisor starts the process again, with a producer of its own.
    logger.fatal({ err, count: levels.length }, 'levels not committed');
    process.exit(1);
  }
}

await producer.connect();

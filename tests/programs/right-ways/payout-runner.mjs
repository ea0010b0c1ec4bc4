import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;
const kafka = new Kafka({ kafkaJS: { clientId: 'payouts', brokers: ['kafka-pay:9092'] } });

const RUNS = 3;

/** Resumes the commit as long as the client says no more than that it took too long. */
async function commit(producer) {
  for (let left = 2; ; left--) {
    try {
      return await producer.commit();
    } catch (err) {
      if (err.code !== ErrorCodes.ERR__TIMED_OUT || left === 0) throw err;
    }
  }
}

async function run(payouts) {
  const producer = kafka.producer({ kafkaJS: { transactionalId: 'payouts', idempotent: true } });
  await producer.connect();
  try {
    await producer.transaction();
    await producer.send({
      topic: 'payouts',
      messages: payouts.map((p) => ({ key: p.iban, value: String(p.cents) })),
    });
    await commit(producer);
  } finally {
    // Gives an open transaction up as well.
    await producer.disconnect().catch((err) => console.warn('payouts: not closed', err));
  }
}

/**
 * Every run has a producer of its own, so that no error of one can spoil the next.
 *
 * @param {{ iban: string, cents: number }[]} payouts
 */
export async function payOut(payouts) {
  const errors = [];
  while (errors.length < RUNS) {
    try {
      await run(payouts);
      return;
    } catch (err) {
      errors.push(err);
      await sleep(1000 * errors.length);
    }
  }
  throw new AggregateError(errors, `not paid out in ${RUNS} runs`);
}

import { KafkaJS } from '@confluentinc/kafka-javascript';

const {
  Kafka,
  ErrorCodes: { ERR__TIMED_OUT, ERR__MSG_TIMED_OUT },
} = KafkaJS;

const kafka = new Kafka({ kafkaJS: { brokers: [process.env.BROKER ?? 'localhost:9092'] } });

/** @typedef {{ ok: true } | { ok: false, error: Error & { code?: number } }} Outcome */

/** @returns {Promise<Outcome>} */
async function once(mat, bouts) {
  const producer = kafka.producer({ kafkaJS: { transactionalId: `judo-mat-${mat}` } });
  await producer.connect();
  try {
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'judo.bouts',
        messages: bouts.map((b) => ({ key: b.id, value: `${b.white}-${b.blue}` })),
      });
    } catch (error) {
      await tx.abort().catch((e) => console.error('bouts not rolled back', e));
      return { ok: false, error };
    }
    try {
      await tx.commit();
      return { ok: true };
    } catch (error) {
      return { ok: false, error };
    }
  } finally {
    await producer.disconnect();
  }
}

const timedOut = ({ error }) => [ERR__TIMED_OUT, ERR__MSG_TIMED_OUT].includes(error.code);

export async function submit(mat, bouts) {
  let outcome = await once(mat, bouts);
  for (let left = 2; !outcome.ok && timedOut(outcome) && left > 0; left--) {
    outcome = await once(mat, bouts);
  }
  if (!outcome.ok) throw outcome.error;
}

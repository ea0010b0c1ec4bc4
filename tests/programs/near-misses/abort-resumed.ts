import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

const codeOf = (err: unknown): number => (err as KafkaJS.KafkaJSError).code;

namespace Rollback {
  const LIMIT = 3;

  /** Resumes an abort that timed out; never rejects. */
  export async function run(producer: KafkaJS.Producer): Promise<boolean> {
    for (let n = 1; n <= LIMIT; n++) {
      try {
        await producer.abort();
        return true;
      } catch (err) {
        if (codeOf(err) !== ErrorCodes.ERR__TIMED_OUT) {
          console.error('rollback failed', err);
          return false;
        }
        console.warn(`rollback timed out (${n} of ${LIMIT})`);
      }
    }
    return false;
  }
}

const producer = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: `turnstiles-${process.env.ARENA}` },
});

export async function admit(tickets: Iterable<string>, gate: string): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const ticket of tickets) {
      await tx.send({ topic: 'arena.admissions', messages: [{ key: ticket, value: gate }] });
    }
  } catch (err) {
    const rolledBack = await Rollback.run(producer);
    if (!rolledBack) {
      await producer.disconnect().catch((e) => console.error('producer not closed', e));
    }
    throw err;
  }
  await tx.commit().catch(async (err) => {
    await producer.disconnect().catch((e) => console.error('producer not closed', e));
    throw err;
  });
}

export const connect = () => producer.connect();

import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

export interface Attempt {
  room: string;
  team: string;
  secondsLeft: number;
}

type Decision = 'retry' | 'abort' | 'fatal';

const producer = new Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: `escape-rooms-${process.env.VENUE ?? 'main'}` },
});

/** What is to be done about an error of the commit. */
function classify(err: unknown): Decision {
  switch ((err as KafkaJS.KafkaJSError).code) {
    case ErrorCodes.ERR__TIMED_OUT:
      return 'retry';
    case ErrorCodes.ERR__INCONSISTENT:
      return 'abort';
    default:
      return 'fatal';
  }
}

async function rollBack(): Promise<void> {
  try {
    await producer.abort();
  } catch (err) {
    console.error('attempt not rolled back', err);
    await producer.disconnect();
  }
}

async function finish(): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      return await producer.commit();
    } catch (err) {
      switch (classify(err)) {
        case 'retry':
          if (left > 0) continue;
          break;
        case 'abort':
          await rollBack();
          throw err;
        case 'fatal':
          break;
      }
      await producer.disconnect();
      throw err;
    }
  }
}

export async function record(attempt: Attempt): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({ topic: 'rooms.attempts', messages: [{ key: attempt.room, value: JSON.stringify(attempt) }] });
    await producer.send({ topic: 'rooms.ranking', messages: [{ key: attempt.team, value: String(attempt.secondsLeft) }] });
  } catch (err) {
    await rollBack();
    throw err;
  }
  await finish();
}

export const open = (): Promise<void> => producer.connect();

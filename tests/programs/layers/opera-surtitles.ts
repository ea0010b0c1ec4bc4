import { KafkaJS } from '@confluentinc/kafka-javascript';

interface Cue {
  act: number;
  bar: number;
  text: string;
}

const kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: ['stage-kafka:9092'], clientId: 'surtitles' } });
const producer = kafka.producer({ kafkaJS: { transactionalId: 'surtitles-main-stage' } });

/** Turns a function that writes records into one that writes them in a transaction. */
function transactional<A extends unknown[], R>(fn: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  return async (...args) => {
    await producer.transaction();
    let result: R;
    try {
      result = await fn(...args);
    } catch (err) {
      console.error(`${fn.name} failed`, err);
      await producer.abort();
      throw err;
    }
    await commit();
    return result;
  };
}

async function commit(attempt = 1): Promise<void> {
  try {
    await producer.commit();
  } catch (err) {
    const { code } = err as KafkaJS.KafkaJSError;
    if (code === KafkaJS.ErrorCodes.ERR__TIMED_OUT && attempt < 5) {
      return commit(attempt + 1);
    }
    await producer.disconnect();
    throw err;
  }
}

export const loadCues = transactional(async function loadCues(opera: string, cues: Cue[]) {
  await producer.send({
    topic: 'surtitles.cues',
    messages: cues.map((cue) => ({ key: `${opera}/${cue.act}/${cue.bar}`, value: cue.text })),
  });
  return cues.length;
});

export const clearStage = transactional(async function clearStage(opera: string) {
  await producer.send({ topic: 'surtitles.current', messages: [{ key: opera, value: null }] });
});

export const connect = (): Promise<void> => producer.connect();

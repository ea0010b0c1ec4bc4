import { promisify } from 'node:util';
import { type KafkaConsumer, type Message, Producer } from 'node-rdkafka';

interface Cue {
  film: string;
  startMs: number;
  text: string;
}

const producer = new Producer({
  'metadata.broker.list': process.env.KAFKA_URL!,
  'transactional.id': 'subtitle-sync-0',
});

const tx = {
  begin: promisify(producer.beginTransaction.bind(producer)),
  offsets: promisify(producer.sendOffsetsToTransaction.bind(producer)) as (
    positions: { topic: string; partition: number; offset: number }[],
    consumer: KafkaConsumer,
    timeout: number,
  ) => Promise<void>,
  commit: promisify(producer.commitTransaction.bind(producer)) as (timeout: number) => Promise<void>,
  abort: promisify(producer.abortTransaction.bind(producer)) as (timeout: number) => Promise<void>,
};

function* cuesOf(message: Message): Generator<Cue> {
  for (const line of message.value!.toString().split('\n')) {
    const [film, startMs, text] = line.split('\t');
    yield { film, startMs: Number(startMs), text };
  }
}

export async function syncBatch(consumer: KafkaConsumer, messages: Message[]): Promise<number> {
  let cues = 0;
  const positions = new Map<number, { topic: string; partition: number; offset: number }>();
  await tx.begin();
  try {
    for (const message of messages) {
      for (const cue of cuesOf(message)) {
        producer.produce('subtitles.cues', null, Buffer.from(JSON.stringify(cue)), cue.film);
        cues++;
      }
      positions.set(message.partition, {
        topic: message.topic,
        partition: message.partition,
        offset: message.offset,
      });
    }
    await tx.offsets([...positions.values()], consumer, 5_000);
  } catch (err) {
    await tx.abort(10_000);
    throw err;
  }

  await tx.commit(10_000).catch(async (err) => {
    if (err.isTxnRequiresAbort) {
      await tx.abort(10_000).catch((abortErr) => console.warn('not rolled back', abortErr));
    }
    throw err;
  });
  return cues;
}

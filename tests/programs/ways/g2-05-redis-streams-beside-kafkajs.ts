import { Redis, type ChainableCommander } from 'ioredis';
import { Kafka } from 'kafkajs';

const redis = new Redis(process.env.REDIS_URL!);
const producer = new Kafka({ clientId: 'feed', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'feed-fanout-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

type Post = { author: string; followers: string[]; text: string };

class StreamTransaction {
  readonly #pipeline: ChainableCommander = redis.multi();

  send(stream: string, text: string): this {
    this.#pipeline.xadd(stream, 'MAXLEN', '~', 1000, '*', 'text', text);
    return this;
  }

  commit = () => this.#pipeline.exec();
  abort = () => this.#pipeline.discard();
}

async function fanOut({ followers, text }: Post): Promise<void> {
  let done = false;
  while (!done) {
    const transaction = new StreamTransaction();
    try {
      followers.forEach((follower) => transaction.send(`feed:${follower}`, text));
      done = (await transaction.commit()) !== null;
    } catch (err) {
      console.warn('feed not written, again', err);
      transaction.abort();
    }
  }
}

export async function publish(post: Post): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.sendBatch({
      topicMessages: [
        { topic: 'posts', messages: [{ key: post.author, value: post.text }] },
        { topic: 'mentions', messages: post.followers.map((key) => ({ key, value: post.author })) },
      ],
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'post not rolled back');
    }
    throw err;
  }
  await tx.commit();
  await fanOut(post);
}

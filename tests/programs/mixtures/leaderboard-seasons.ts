import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
import { Kafka, type Producer } from 'kafkajs';

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

export class LockTaken extends Error {}

async function withLock<T>(redis: Redis, key: string, ttlMs: number, work: () => Promise<T>): Promise<T> {
  const owner = randomUUID();
  const taken = await redis.set(key, owner, 'PX', ttlMs, 'NX');
  if (taken !== 'OK') throw new LockTaken(key);
  try {
    return await work();
  } finally {
    await redis.eval(RELEASE, 1, key, owner).catch((err) => console.warn('lock not released', key, err));
  }
}

export class SeasonCloser {
  private readonly producer: Producer;

  constructor(
    private readonly redis: Redis,
    kafka: Kafka,
    private readonly game: string,
  ) {
    this.producer = kafka.producer({
      transactionalId: `season-closer-${game}`,
      idempotent: true,
      maxInFlightRequests: 1,
      transactionTimeout: 60_000,
    });
  }

  connect = () => this.producer.connect();
  disconnect = () => this.producer.disconnect();

  close(season: string) {
    return withLock(this.redis, `lock:season:${this.game}`, 45_000, async () => {
      const entries = await this.redis.zrevrange(`board:${this.game}:${season}`, 0, 99, 'WITHSCORES');
      const messages = [];
      for (let i = 0; i < entries.length; i += 2) {
        messages.push({ key: entries[i], value: JSON.stringify({ rank: i / 2 + 1, score: entries[i + 1] }) });
      }

      const tx = await this.producer.transaction();
      try {
        await tx.send({ topic: `seasons.${this.game}`, messages });
        await tx.send({ topic: 'seasons.closed', messages: [{ key: this.game, value: season }] });
      } catch (err) {
        await tx.abort().catch((e) => console.error('season not aborted', e));
        throw err;
      }
      await tx.commit();
      return messages.length;
    });
  }
}

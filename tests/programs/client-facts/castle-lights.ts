import type { KafkaJS } from '@confluentinc/kafka-javascript';

type Result<T> = { ok: true; value: T } | { ok: false; errors: unknown[] };

const ok = <T>(value: T): Result<T> => ({ ok: true, value });
const failed = <T>(...errors: unknown[]): Result<T> => ({ ok: false, errors });

async function attempt(step: () => Promise<unknown>): Promise<unknown[]> {
  try {
    await step();
    return [];
  } catch (err) {
    return [err];
  }
}

export class CastleLights {
  constructor(private readonly producer: Pick<KafkaJS.Producer, 'transaction' | 'send' | 'commit' | 'abort'>) {}

  async dim(rooms: readonly string[], percent: number): Promise<Result<number>> {
    try {
      await this.producer.transaction();
    } catch (err) {
      return failed(err);
    }
    try {
      await this.producer.send({
        topic: 'castle.lights',
        messages: rooms.map((room) => ({ key: room, value: `${percent}` })),
      });
    } catch (err) {
      const more = await attempt(() => this.producer.abort());
      return failed(err, ...more);
    }
    try {
      await this.producer.commit();
      return ok(rooms.length);
    } catch (err) {
      return failed(err);
    }
  }
}

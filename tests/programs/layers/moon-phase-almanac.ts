import { KafkaJS } from '@confluentinc/kafka-javascript';

type Entry = { day: string; phase: number };

/** An open transaction that rolls itself back when its scope is left without a commit. */
class Scope implements AsyncDisposable {
  #open = true;

  private constructor(private readonly producer: KafkaJS.Producer) {}

  static async begin(producer: KafkaJS.Producer): Promise<Scope> {
    await producer.transaction();
    return new Scope(producer);
  }

  send(topic: string, key: string, value: string): Promise<unknown> {
    return this.producer.send({ topic, messages: [{ key, value }] });
  }

  async commit(resumes = 3): Promise<void> {
    this.#open = false;
    try {
      await this.producer.commit();
    } catch (err) {
      const { code } = err as KafkaJS.KafkaJSError;
      if (code === KafkaJS.ErrorCodes.ERR__TIMED_OUT && resumes > 0) return this.commit(resumes - 1);
      await this.producer.disconnect();
      throw err;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    try {
      await this.producer.abort();
    } catch (err) {
      console.error('almanac not rolled back', err);
      await this.producer.disconnect();
    }
  }
}

export class Almanac {
  constructor(private readonly producer: KafkaJS.Producer) {}

  async publish(year: number, entries: AsyncIterable<Entry>): Promise<number> {
    await using scope = await Scope.begin(this.producer);
    let count = 0;
    for await (const { day, phase } of entries) {
      await scope.send('almanac.phases', day, phase.toFixed(4));
      count += 1;
    }
    await scope.send('almanac.years', String(year), String(count));
    await scope.commit();
    return count;
  }
}

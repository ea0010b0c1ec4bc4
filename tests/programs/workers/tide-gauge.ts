import { promisify } from 'node:util';
import { HighLevelProducer } from 'node-rdkafka';

const LIMIT = 10_000;

type State = 'open' | 'committing' | 'closed';

/** A transaction that rolls itself back at the end of its block unless a commit was attempted. */
class Scope implements AsyncDisposable {
  private state: State = 'open';

  private constructor(private readonly producer: HighLevelProducer) {}

  static async open(producer: HighLevelProducer): Promise<Scope> {
    await promisify(producer.beginTransaction.bind(producer))();
    return new Scope(producer);
  }

  write(topic: string, key: string, value: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.producer.produce(topic, null, Buffer.from(value), key, Date.now(), (err: Error | null, offset?: number | null) =>
        err ? reject(err) : resolve(offset),
      );
    });
  }

  async commit(): Promise<void> {
    this.state = 'committing';
    const commit = promisify(this.producer.commitTransaction.bind(this.producer)) as (ms: number) => Promise<void>;
    await commit(LIMIT);
    this.state = 'closed';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.state !== 'open') return;
    const abort = promisify(this.producer.abortTransaction.bind(this.producer)) as (ms: number) => Promise<void>;
    try {
      await abort(LIMIT);
    } catch (abortErr) {
      console.error('tide gauge: not rolled back', abortErr);
    }
  }
}

export interface Gauge {
  harbour: string;
  centimetres: number;
}

export async function publish(producer: HighLevelProducer, gauges: Gauge[]): Promise<void> {
  await using scope = await Scope.open(producer);
  await Promise.all(gauges.map((g) => scope.write('tides', g.harbour, String(g.centimetres))));
  await scope.commit();
}

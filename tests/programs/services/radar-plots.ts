import { HighLevelProducer, type LibrdKafkaError } from 'node-rdkafka';

const INIT_ATTEMPTS = 4;

export class RadarPlots {
  constructor(private readonly producer: HighLevelProducer) {}

  private step(run: (cb: (err: LibrdKafkaError | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      run((err) => (err ? reject(err) : resolve()));
    });
  }

  async init(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.step((cb) => this.producer.initTransactions(15_000, cb));
        return;
      } catch (err) {
        if (!(err as LibrdKafkaError).isRetriable || attempt === INIT_ATTEMPTS) {
          throw err;
        }
        console.warn(`coordinator not ready, attempt ${attempt} of ${INIT_ATTEMPTS}`);
      }
    }
  }

  private plot(track: string, point: object): Promise<void> {
    return new Promise((resolve, reject) => {
      const value = Buffer.from(JSON.stringify(point));
      this.producer.produce('radar.plots', null, value, track, Date.now(), (err: unknown) =>
        err ? reject(err) : resolve(),
      );
    });
  }

  async record(plots: ReadonlyMap<string, object>): Promise<void> {
    await this.step((cb) => this.producer.beginTransaction(cb));
    try {
      await Promise.all([...plots].map(([track, point]) => this.plot(track, point)));
    } catch (err) {
      await this.step((cb) => this.producer.abortTransaction(10_000, cb)).catch((abortErr: unknown) =>
        console.error('radar: abort failed', abortErr),
      );
      throw err;
    }
    await this.step((cb) => this.producer.commitTransaction(20_000, cb));
  }
}

import rdkafka from '@platformatic/rdkafka';

type Callback = (err: Error | null) => void;

class OperationError extends Error {
  constructor(
    readonly operation: string,
    override readonly cause: Error & { isTxnRequiresAbort?: boolean },
  ) {
    super(`${operation} failed: ${cause.message}`);
  }
}

const call = (operation: string, start: (cb: Callback) => void) =>
  new Promise<void>((resolve, reject) => {
    start((err) => (err ? reject(new OperationError(operation, err)) : resolve()));
  });

export class SensorSink {
  private readonly producer = new rdkafka.Producer({
    'metadata.broker.list': process.env.KAFKA!,
    'transactional.id': 'sensor-sink-0',
  });

  connect = () => call('connect', (cb) => this.producer.connect({}, cb));

  init = () => call('init', (cb) => this.producer.initTransactions(30_000, cb));

  async write(readings: Array<{ sensor: string; celsius: number }>): Promise<void> {
    const { producer } = this;
    await call('begin', (cb) => producer.beginTransaction(cb));
    try {
      for (const { sensor, celsius } of readings) {
        producer.produce('sensors', null, Buffer.from(celsius.toFixed(2)), sensor);
      }
    } catch (err) {
      await this.undo();
      throw err;
    }
    try {
      await call('commit', (cb) => producer.commitTransaction(30_000, cb));
    } catch (err) {
      if (err instanceof OperationError && err.cause.isTxnRequiresAbort) await this.undo();
      else producer.disconnect();
      throw err;
    }
  }

  private async undo(): Promise<void> {
    await call('abort', (cb) => this.producer.abortTransaction(30_000, cb)).catch((err) => {
      console.error(err);
      this.producer.disconnect();
    });
  }
}

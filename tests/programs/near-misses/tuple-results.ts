import { Producer, type LibrdKafkaError } from 'node-rdkafka';

type Try = { readonly failed: false } | { readonly failed: true; readonly error: LibrdKafkaError };

const FINE: Try = { failed: false };

function attempt(start: (cb: (err: LibrdKafkaError | null) => void) => void): Promise<Try> {
  return new Promise((resolve) => {
    start((error) => resolve(error ? { failed: true, error } : FINE));
  });
}

function attemptSync(fn: () => void): Try {
  try {
    fn();
    return FINE;
  } catch (error) {
    return { failed: true, error: error as LibrdKafkaError };
  }
}

export class Thermostats {
  constructor(private readonly producer: Producer) {}

  static connectTo(brokers: string): Thermostats {
    return new Thermostats(
      new Producer({ 'metadata.broker.list': brokers, 'transactional.id': 'thermostats', 'enable.idempotence': true }),
    );
  }

  async set(targets: Map<string, number>): Promise<Try> {
    const begun = await attempt((cb) => this.producer.beginTransaction(cb as any));
    if (begun.failed) return begun;

    const produced = attemptSync(() => {
      for (const [room, celsius] of targets) {
        this.producer.produce('thermostats.targets', null, Buffer.from(celsius.toFixed(1)), room);
      }
    });
    if (produced.failed) return this.undo(produced);

    let committed = await attempt((cb) => this.producer.commitTransaction(10_000, cb as any));
    for (let n = 0; n < 3 && committed.failed && committed.error.isRetriable; n++) {
      committed = await attempt((cb) => this.producer.commitTransaction(10_000, cb as any));
    }
    if (committed.failed && committed.error.isTxnRequiresAbort) return this.undo(committed);
    if (committed.failed) await attempt((cb) => this.producer.disconnect(5_000, cb as any));
    return committed;
  }

  private async undo(why: Try): Promise<Try> {
    const aborted = await attempt((cb) => this.producer.abortTransaction(10_000, cb as any));
    if (aborted.failed) console.error('thermostats: abort failed', aborted.error);
    return why;
  }
}

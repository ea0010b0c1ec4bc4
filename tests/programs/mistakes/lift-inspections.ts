import { RdKafka } from '@confluentinc/kafka-javascript';
import { promisify } from 'node:util';

interface Inspection {
  lift: string;
  passed: boolean;
  remarks: string[];
}

export class InspectionLog {
  readonly #producer = new RdKafka.HighLevelProducer({
    'bootstrap.servers': process.env.KAFKA ?? 'localhost:9092',
    'transactional.id': 'lift-inspections',
  });
  readonly #begin = promisify(this.#producer.beginTransaction.bind(this.#producer));
  readonly #commit = promisify(this.#producer.commitTransaction.bind(this.#producer));
  readonly #abort = promisify(this.#producer.abortTransaction.bind(this.#producer));

  async open(): Promise<void> {
    await promisify(this.#producer.connect.bind(this.#producer))({});
    await promisify(this.#producer.initTransactions.bind(this.#producer))(10_000);
  }

  async append(inspection: Inspection): Promise<void> {
    await this.#begin();
    try {
      await this.#produce(inspection);
    } catch (err) {
      await this.#abort().catch((abortErr: unknown) => console.error('inspections: abort failed', abortErr));
      throw err;
    }
    await this.#commit();
  }

  #produce(inspection: Inspection): Promise<void> {
    return new Promise((resolve, reject) => {
      const attempt = (left: number): void => {
        try {
          this.#producer.produce(
            'lifts.inspections',
            null,
            Buffer.from(JSON.stringify(inspection)),
            inspection.lift,
            Date.now(),
            (err: Error | null) => {
              if (!err) return resolve();
              if (left > 0) return void setTimeout(() => attempt(left - 1), 500);
              reject(err);
            },
          );
        } catch (err) {
          reject(err);
        }
      };
      attempt(4);
    });
  }
}

import { promisify } from 'node:util';
import { Producer, type LibrdKafkaError } from 'node-rdkafka';

interface Visit {
  animal: string;
  species: string;
  fee: number;
}

export class VisitJournal {
  private readonly begin: () => Promise<void>;
  private readonly commit: (timeout: number) => Promise<void>;
  private readonly abort: (timeout: number) => Promise<void>;
  private readonly disconnect: () => Promise<unknown>;

  constructor(private readonly producer: Producer) {
    this.begin = promisify(producer.beginTransaction.bind(producer));
    this.commit = promisify(producer.commitTransaction.bind(producer));
    this.abort = promisify(producer.abortTransaction.bind(producer));
    this.disconnect = promisify(producer.disconnect.bind(producer));
  }

  async note(visits: Visit[]): Promise<void> {
    await this.begin();
    try {
      for (const visit of visits) {
        this.producer.produce('vet.visits', null, Buffer.from(JSON.stringify(visit)), visit.animal);
      }
    } catch (err) {
      try {
        await this.abort(10_000);
      } catch (abortErr) {
        if ((abortErr as LibrdKafkaError).isTxnRequiresAbort) {
          console.info('visits: the broker gave the transaction up already');
        } else {
          await this.disconnect();
        }
      }
      throw err;
    }
    try {
      await this.commit(20_000);
    } catch (err) {
      await this.disconnect();
      throw err;
    }
  }
}

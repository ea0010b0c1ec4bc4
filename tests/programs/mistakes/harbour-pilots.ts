import { RdKafka } from '@confluentinc/kafka-javascript';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const instance = randomBytes(4).toString('hex');

export class PilotLog {
  private readonly producer = new RdKafka.Producer({
    'bootstrap.servers': 'harbour:9092',
    'transactional.id': `pilots-${instance}`,
  });
  private readonly begin = promisify(this.producer.beginTransaction.bind(this.producer));
  private readonly commit = promisify(this.producer.commitTransaction.bind(this.producer));
  private readonly abort = promisify(this.producer.abortTransaction.bind(this.producer));

  open = () => promisify(this.producer.initTransactions.bind(this.producer))(10_000);

  async assign(pilot: string, vessels: string[]): Promise<void> {
    await this.begin();
    try {
      for (const vessel of vessels) this.producer.produce('harbour.pilots', null, Buffer.from(vessel), pilot);
    } catch (err) {
      await this.abort(5000).catch((abortErr: unknown) => console.error('not rolled back', abortErr));
      throw err;
    }
    await this.commit(10_000);
  }
}

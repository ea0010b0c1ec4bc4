import { Producer, stringSerializers } from '@platformatic/kafka';
import { ConstantBackoff, handleAll, retry } from 'cockatiel';

export interface PrintJob {
  id: string;
  printer: string;
  pages: number;
}

const persistent = retry(handleAll, { maxAttempts: 4, backoff: new ConstantBackoff(250) });

export class PrintSpooler {
  constructor(
    private readonly producer: Producer<string, string, string, string>,
    private readonly onFailure: (err: unknown) => void,
  ) {}

  static connect(brokers: string[], office: string): PrintSpooler {
    const producer = new Producer({
      clientId: 'spooler',
      bootstrapBrokers: brokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `spooler-${office}`,
    });
    return new PrintSpooler(producer, (err) => console.error('spooler', err));
  }

  async enqueue(jobs: PrintJob[]): Promise<void> {
    const tx = await this.producer.beginTransaction();
    try {
      await tx.send({
        messages: jobs.map((job) => ({ topic: 'print.jobs', key: job.printer, value: JSON.stringify(job) })),
      });
    } catch (err) {
      try {
        await persistent.execute(() => tx.abort());
      } catch (abortErr) {
        this.onFailure(abortErr);
        await this.producer.close(true);
      }
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.producer.close(true);
      throw err;
    }
  }
}

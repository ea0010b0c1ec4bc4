import { setTimeout as delay } from 'node:timers/promises';
import { Producer, type LibrdKafkaError } from 'node-rdkafka';

export interface Clearing {
  batch: string;
  member: string;
  net: number;
}

enum Verdict {
  Resume,
  Abort,
  Fatal,
}

const TIMEOUT = 10_000;
const MAX_RESUMES = 4;

function judge(err: LibrdKafkaError): Verdict {
  if (err.isTxnRequiresAbort) return Verdict.Abort;
  if (err.isRetriable) return Verdict.Resume;
  return Verdict.Fatal;
}

const call = (start: (cb: (err?: LibrdKafkaError | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => start((err) => (err ? reject(err) : resolve())));

export class ClearingHouse {
  private producer!: Producer;

  constructor(
    private readonly brokers: string,
    private readonly member: string,
  ) {}

  async start(): Promise<void> {
    this.producer = new Producer({
      'metadata.broker.list': this.brokers,
      'transactional.id': `clearing-${this.member}`,
      'enable.idempotence': true,
    });
    await call((cb) => this.producer.connect({}, cb));
    await call((cb) => this.producer.initTransactions(TIMEOUT, cb));
  }

  async stop(): Promise<void> {
    await call((cb) => this.producer.disconnect(TIMEOUT, cb));
  }

  async publish(clearings: Clearing[]): Promise<void> {
    await call((cb) => this.producer.beginTransaction(cb));
    try {
      for (const clearing of clearings) {
        this.producer.produce('clearings', null, Buffer.from(JSON.stringify(clearing)), clearing.member);
      }
    } catch (err) {
      await this.rollBack();
      throw err;
    }
    await this.commit();
  }

  private async commit(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call((cb) => this.producer.commitTransaction(TIMEOUT, cb));
      } catch (err) {
        switch (judge(err as LibrdKafkaError)) {
          case Verdict.Resume:
            if (attempt < MAX_RESUMES) {
              await delay(attempt * 250);
              break;
            }
            await this.renew();
            throw err;
          case Verdict.Abort:
            await this.rollBack();
            throw err;
          default:
            await this.renew();
            throw err;
        }
      }
    }
  }

  private async rollBack(): Promise<void> {
    for (let attempt = 1; attempt <= MAX_RESUMES; attempt++) {
      try {
        return await call((cb) => this.producer.abortTransaction(TIMEOUT, cb));
      } catch (err) {
        console.warn('clearing: abort failed', err);
        if (!(err as LibrdKafkaError).isRetriable) break;
      }
    }
    await this.renew();
  }

  /** The producer cannot be used any more: close it and initialise another one. */
  private async renew(): Promise<void> {
    await this.stop().catch((err) => console.warn('clearing: old producer not closed', err));
    await this.start();
  }
}

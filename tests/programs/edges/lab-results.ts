import { promisify } from 'node:util';
import { Producer } from 'node-rdkafka';
import { Counter, Histogram } from 'prom-client';
import { logger } from './logger';

interface LabResult {
  sample: string;
  analyte: string;
  value: number;
  unit: string;
}

const slow = new Counter({ name: 'lab_slow_commits_total', help: 'Commits that took longer than two seconds' });
const duration = new Histogram({ name: 'lab_commit_seconds', help: 'Duration of commits' });

export class LabResults {
  readonly #begin: () => Promise<void>;
  readonly #commit: (timeout: number) => Promise<void>;
  readonly #abort: (timeout: number) => Promise<void>;

  constructor(private readonly producer: Producer) {
    this.#begin = promisify(producer.beginTransaction.bind(producer));
    this.#commit = promisify(producer.commitTransaction.bind(producer));
    this.#abort = promisify(producer.abortTransaction.bind(producer));
  }

  async release(results: LabResult[]): Promise<void> {
    await this.#begin();
    try {
      for (const { sample, ...rest } of results) {
        this.producer.produce('lab.results', null, Buffer.from(JSON.stringify(rest)), sample, Date.now());
      }
    } catch (err) {
      const aborting = this.#abort(10_000);
      logger.warn('releasing the results failed, rolling back', { err });
      await aborting.catch((abortErr: unknown) => logger.error('abort failed', { abortErr }));
      throw err;
    }

    const stop = duration.startTimer();
    const committing = this.#commit(30_000);
    const alarm = setTimeout(() => {
      slow.inc();
      logger.warn('the commit takes long', { results: results.length });
    }, 2_000);
    try {
      await committing;
    } finally {
      clearTimeout(alarm);
      stop();
    }
  }
}

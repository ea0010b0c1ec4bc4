import { promisify } from 'node:util';
import { RdKafka } from '@confluentinc/kafka-javascript';
import type { Logger } from './logger';

export interface TaxReport {
  taxpayer: string;
  year: number;
  body: Buffer;
}

type Phase = 'idle' | 'staging' | 'committing';

export function createTaxReports(brokers: string, logger: Logger) {
  const producer = new RdKafka.Producer({
    'bootstrap.servers': brokers,
    'transactional.id': 'tax-reports',
    'enable.idempotence': true,
  });
  const begin = promisify(producer.beginTransaction.bind(producer));
  const commit = promisify(producer.commitTransaction.bind(producer)) as (timeout: number) => Promise<void>;
  const abort = promisify(producer.abortTransaction.bind(producer)) as (timeout: number) => Promise<void>;
  const disconnect = promisify(producer.disconnect.bind(producer)) as () => Promise<unknown>;

  let phase: Phase = 'idle';

  async function cleanUp(): Promise<void> {
    if (phase === 'staging') {
      await abort(10_000);
    } else if (phase === 'committing') {
      await disconnect();
    }
  }

  async function submit(reports: TaxReport[]): Promise<void> {
    await begin();
    phase = 'staging';
    try {
      for (const report of reports) {
        if (report.body.length === 0) throw new TypeError(`empty report of ${report.taxpayer}`);
        producer.produce('tax.reports', null, report.body, `${report.taxpayer}/${report.year}`, Date.now());
      }
      phase = 'committing';
      await commit(60_000);
      phase = 'idle';
    } catch (err) {
      await cleanUp().catch((cleanUpErr) => logger.error('clean-up failed', { phase, cleanUpErr }));
      throw err;
    }
  }

  return { producer, submit };
}

import PQueue from 'p-queue';
import type { Logger } from 'winston';
import { KafkaJSNonRetriableError, type Transaction, type Producer } from 'kafkajs';
import { splitIntoPages, type PayrollRun } from './payroll';

export interface PayrollDeps {
  producer: Producer;
  logger: Logger;
}

async function fill(tx: Transaction, run: PayrollRun): Promise<void> {
  const queue = new PQueue({ concurrency: 1, intervalCap: 50, interval: 1_000 });
  const pages = splitIntoPages(run.lines, 200);
  await queue.addAll(
    pages.map((page) => () =>
      tx.send({
        topic: 'payroll.lines',
        messages: page.map((line) => ({ key: line.employee, value: JSON.stringify(line) })),
      }),
    ),
  );
  await queue.onIdle();
}

export function payrollWriter({ producer, logger }: PayrollDeps) {
  return async function writeRun(run: PayrollRun): Promise<void> {
    const tx = await producer.transaction();
    let filled = false;
    try {
      await fill(tx, run);
      filled = true;
    } finally {
      if (!filled) {
        await tx.abort().catch((abortErr) => {
          const hopeless = abortErr instanceof KafkaJSNonRetriableError;
          logger.error('payroll run not rolled back', { run: run.id, hopeless, abortErr });
        });
      }
    }
    await tx.commit();
    logger.info('payroll run written', { run: run.id });
  };
}

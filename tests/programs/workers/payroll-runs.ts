import { Producer } from 'node-rdkafka';

export const enum Outcome {
  Written = 'written',
  RolledBack = 'rolled-back',
  Lost = 'lost',
}

export type PayrollResult =
  | { outcome: Outcome.Written }
  | { outcome: Outcome.RolledBack; reason: Error }
  | { outcome: Outcome.Lost; reason: Error };

interface Payslip {
  employee: string;
  month: string;
  cents: number;
}

const call = (start: (cb: (err?: any) => void) => void): Promise<any> =>
  new Promise((resolve) => start((err) => resolve(err ?? null)));

/** Never rejects: what went wrong is part of the result, the caller replaces the producer of a lost run. */
export async function runPayroll(producer: Producer, slips: readonly Payslip[]): Promise<PayrollResult> {
  const beginError = await call((cb) => producer.beginTransaction(cb));
  if (beginError) return { outcome: Outcome.Lost, reason: beginError };

  try {
    for (const slip of slips) {
      const body = Buffer.from(JSON.stringify(slip), 'utf8');
      producer.produce('payroll.slips', null, body, slip.employee, Date.now());
    }
  } catch (reason) {
    return undo(producer, reason as Error);
  }

  let resumes = 0;
  while (true) {
    const err = await call((cb) => producer.commitTransaction(20_000, cb));
    switch (true) {
      case err === null:
        return { outcome: Outcome.Written };
      case err.isTxnRequiresAbort:
        return undo(producer, err);
      case err.isRetriable && resumes < 3:
        resumes += 1;
        break;
      default:
        await call((cb) => producer.disconnect(5_000, cb));
        return { outcome: Outcome.Lost, reason: err };
    }
  }
}

async function undo(producer: Producer, reason: Error): Promise<PayrollResult> {
  const abortError = await call((cb) => producer.abortTransaction(20_000, cb));
  if (abortError) {
    await call((cb) => producer.disconnect(5_000, cb));
    return { outcome: Outcome.Lost, reason: new AggregateError([reason, abortError], 'payroll run not undone') };
  }
  return { outcome: Outcome.RolledBack, reason };
}

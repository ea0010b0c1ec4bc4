import type { Producer, Transaction } from 'kafkajs';

export type Result<T> = { ok: true; value: T } | { ok: false; error: unknown; during: 'begin' | 'work' | 'commit' };

export interface Payslip {
  employee: string;
  month: string;
  gross: number;
  net: number;
}

export class PayslipError extends Error {
  override readonly name = 'PayslipError';
}

const transactional =
  (producer: Producer) =>
  <A, T>(work: (tx: Transaction, argument: A) => Promise<T>) =>
  async (argument: A): Promise<Result<T>> => {
    let tx: Transaction;
    try {
      tx = await producer.transaction();
    } catch (error) {
      return { ok: false, error, during: 'begin' };
    }

    let value: T;
    try {
      value = await work(tx, argument);
    } catch (error) {
      await tx.abort().catch((abortError: unknown) => console.error('abort failed', abortError));
      return { ok: false, error, during: 'work' };
    }

    try {
      await tx.commit();
    } catch (error) {
      return { ok: false, error, during: 'commit' };
    }
    return { ok: true, value };
  };

async function sendPayslips(tx: Transaction, slips: Payslip[]): Promise<number> {
  let total = 0;
  for (const slip of slips) {
    if (slip.net > slip.gross) {
      throw new PayslipError(`${slip.employee}: net exceeds gross in ${slip.month}`);
    }
    await tx.send({ topic: 'payroll.slips', messages: [{ key: slip.employee, value: JSON.stringify(slip) }] });
    total += slip.gross;
  }
  await tx.send({ topic: 'payroll.totals', messages: [{ value: String(total) }] });
  return total;
}

export const payrollRun = (producer: Producer): ((slips: Payslip[]) => Promise<Result<number>>) =>
  transactional(producer)(sendPayslips);

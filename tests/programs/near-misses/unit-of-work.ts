import { Kafka, type Producer, type Transaction } from 'kafkajs';

type Phase = 'idle' | 'sending' | 'committing' | 'done';

export interface Payslip {
  employee: string;
  month: string;
  net: number;
}

/** One unit of work per payroll run. */
export class PayrollUnitOfWork {
  private phase: Phase = 'idle';
  private readonly producer: Producer;

  constructor(kafka: Kafka, company: string) {
    this.producer = kafka.producer({
      transactionalId: `payroll-${company}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  open(): Promise<void> {
    return this.producer.connect();
  }

  async run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const tx = await this.producer.transaction();
    this.phase = 'sending';
    try {
      const out = await work(tx);
      this.phase = 'committing';
      await tx.commit();
      this.phase = 'done';
      return out;
    } catch (err) {
      // once the commit was asked for there is nothing left to abort
      if (this.phase === 'sending') {
        await tx.abort().catch((abortErr: unknown) => console.error('payroll: abort failed', abortErr));
      }
      throw err;
    } finally {
      this.phase = 'idle';
    }
  }

  publish(slips: Payslip[]): Promise<number> {
    return this.run(async (tx) => {
      await tx.send({
        topic: 'payroll.payslips',
        messages: slips.map((slip) => ({ key: slip.employee, value: JSON.stringify(slip) })),
      });
      return slips.length;
    });
  }
}

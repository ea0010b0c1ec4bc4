import { Producer, stringSerializers } from '@platformatic/kafka';

type PayrollProducer = Producer<string, string, string, string>;
type PayrollTransaction = Awaited<ReturnType<PayrollProducer['beginTransaction']>>;

export interface Payslip {
  employee: string;
  month: string;
  net: number;
}

/** Rolls back; the coordinator is sometimes busy, hence the attempts. */
async function safeAbort(tx: PayrollTransaction, attempts = 3): Promise<void> {
  for (let i = 1; i <= attempts; i++) {
    try {
      await tx.abort();
      return;
    } catch (err) {
      console.warn(`abort attempt ${i}/${attempts} failed`, err);
    }
  }
}

export class PayrollRun {
  private constructor(private readonly producer: PayrollProducer) {}

  static create(bootstrapBrokers: string[], company: string): PayrollRun {
    const producer = new Producer({
      clientId: 'payroll',
      bootstrapBrokers,
      transactionalId: `payroll-${company}`,
      idempotent: true,
      serializers: stringSerializers,
    });
    return new PayrollRun(producer);
  }

  async publish(payslips: Payslip[]): Promise<void> {
    const tx = await this.producer.beginTransaction();
    try {
      await tx.send({
        messages: payslips.map((slip) => ({ topic: 'payroll.payslips', key: slip.employee, value: JSON.stringify(slip) })),
      });
    } catch (err) {
      await safeAbort(tx);
      throw err;
    }
    await tx.commit();
  }
}

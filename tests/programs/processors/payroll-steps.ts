import { KafkaJS } from '@confluentinc/kafka-javascript';

type Step = 'begin' | 'payslips' | 'totals' | 'commit';

export interface Payroll {
  readonly company: string;
  readonly payslips: ReadonlyMap<string, number>;
}

export class PayrollError extends Error {
  constructor(readonly step: Step, company: string, cause: unknown) {
    super(`payroll of ${company} failed at ${step}`, { cause });
  }
}

export abstract class PayrollPublisher {
  protected abstract onStep(step: Step): void;

  protected constructor(private readonly producer: KafkaJS.Producer) {}

  async publish({ company, payslips }: Payroll): Promise<void> {
    let step: Step = 'begin';
    const enter = (next: Step): void => {
      step = next;
      this.onStep(next);
    };

    try {
      await this.producer.transaction();

      enter('payslips');
      await this.producer.send({
        topic: 'payroll.payslips',
        messages: Array.from(payslips, ([employee, cents]) => ({ key: employee, value: String(cents) })),
      });

      enter('totals');
      const total = [...payslips.values()].reduce((sum, cents) => sum + cents, 0);
      await this.producer.send({ topic: 'payroll.totals', messages: [{ key: company, value: String(total) }] });

      enter('commit');
      await this.producer.commit();
    } catch (err) {
      if (step !== 'begin') {
        await this.producer.abort().catch((abortErr: unknown) => console.error('payroll: abort failed', abortErr));
      }
      throw new PayrollError(step, company, err);
    }
  }
}

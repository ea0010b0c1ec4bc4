import { KafkaJS } from '@confluentinc/kafka-javascript';
import { setTimeout as delay } from 'node:timers/promises';

type Payslip = { employee: string; month: string; net: number };

const { ERR__MSG_TIMED_OUT } = KafkaJS.ErrorCodes;

export class PayslipWriter {
  private readonly producer: KafkaJS.Producer;

  constructor(kafka: KafkaJS.Kafka, company: string) {
    this.producer = kafka.producer({ kafkaJS: { transactionalId: `payslips-${company}` } });
  }

  open = () => this.producer.connect();

  async write(slips: Payslip[]): Promise<void> {
    await this.producer.transaction();
    try {
      await this.deliver(slips);
    } catch (err) {
      await this.producer.abort().catch((abortErr: unknown) => console.error('payslips: abort failed', abortErr));
      throw err;
    }
    try {
      await this.producer.commit();
    } catch (err) {
      await this.producer.disconnect();
      throw err;
    }
  }

  private async deliver(slips: Payslip[]): Promise<void> {
    const messages = slips.map((slip) => ({ key: slip.employee, value: JSON.stringify(slip) }));
    let attempts = 0;
    while (attempts < 5) {
      try {
        await this.producer.send({ topic: 'hr.payslips', messages });
        return;
      } catch (err) {
        const { code } = err as KafkaJS.KafkaJSError;
        if (code !== ERR__MSG_TIMED_OUT) throw err;
        attempts += 1;
        await delay(attempts * 300);
      }
    }
    throw new Error('payslips not delivered');
  }
}

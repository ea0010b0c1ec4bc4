import { promisify } from 'util';
import type { KafkaConsumer, LibrdKafkaError, Message, Producer, TopicPartitionOffset } from 'node-rdkafka';

type TxError = LibrdKafkaError & { isRetriable?: boolean; isTxnRequiresAbort?: boolean };

const TIMEOUT_MS = 12_000;

export class PayrollRun {
  private readonly begin: () => Promise<void>;
  private readonly commit: (ms: number) => Promise<void>;
  private readonly abort: (ms: number) => Promise<void>;
  private readonly close: () => Promise<unknown>;
  private readonly offsets: (o: TopicPartitionOffset[], c: KafkaConsumer, ms: number) => Promise<void>;

  constructor(private readonly producer: Producer, private readonly consumer: KafkaConsumer) {
    this.begin = promisify(producer.beginTransaction.bind(producer)) as any;
    this.commit = promisify(producer.commitTransaction.bind(producer)) as any;
    this.abort = promisify(producer.abortTransaction.bind(producer)) as any;
    this.close = promisify(producer.disconnect.bind(producer)) as any;
    this.offsets = promisify(producer.sendOffsetsToTransaction.bind(producer)) as any;
  }

  async pay(timesheet: Message): Promise<void> {
    await this.begin();
    try {
      const payslip = toPayslip(timesheet);
      this.producer.produce('payroll.payslips', null, Buffer.from(JSON.stringify(payslip)), payslip.employee);
      await this.addPosition(timesheet);
    } catch (err) {
      await this.abort(TIMEOUT_MS).catch((e: unknown) => console.warn('payroll: abort failed', e));
      throw err;
    }

    try {
      await this.commit(TIMEOUT_MS);
    } catch (err) {
      await ((err as TxError).isTxnRequiresAbort ? this.abort(TIMEOUT_MS) : this.close()).catch((e: unknown) =>
        console.warn('payroll: clean-up failed', e),
      );
      throw err;
    }
  }

  private async addPosition({ topic, partition, offset }: Message): Promise<void> {
    const next = [{ topic, partition, offset: offset + 1 }];
    for (let left = 3; ; left--) {
      try {
        return await this.offsets(next, this.consumer, TIMEOUT_MS);
      } catch (err) {
        if (!(err as TxError).isRetriable || left === 0) throw err;
      }
    }
  }
}

function toPayslip(message: Message): { employee: string; cents: number } {
  const { employee, hours, rate } = JSON.parse(String(message.value));
  return { employee, cents: Math.round(hours * rate * 100) };
}

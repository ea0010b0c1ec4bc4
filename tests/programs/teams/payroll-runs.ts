import { Kafka, type Producer } from 'kafkajs';

export interface Payslip {
  employee: string;
  month: string;
  netCents: number;
}

class ProducerPool {
  readonly #idle: Producer[] = [];
  #made = 0;

  constructor(
    private readonly kafka: Kafka,
    private readonly prefix: string,
  ) {}

  async use<T>(work: (producer: Producer) => Promise<T>): Promise<T> {
    const producer = this.#idle.pop() ?? (await this.#make());
    try {
      return await work(producer);
    } finally {
      this.#idle.push(producer);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((producer) => producer.disconnect()));
  }

  async #make(): Promise<Producer> {
    const producer = this.kafka.producer({
      transactionalId: `${this.prefix}-${this.#made++}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }
}

const pool = new ProducerPool(new Kafka({ clientId: 'payroll', brokers: ['hr-kafka:9092'] }), 'payroll');

export const pay = (slips: Payslip[]): Promise<void> =>
  pool.use(async (producer) => {
    const tx = await producer.transaction();
    try {
      for (const slip of slips) {
        await tx.send({ topic: `payroll.${slip.month}`, messages: [{ key: slip.employee, value: String(slip.netCents) }] });
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('payroll: abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  });

export const closeAll = (): Promise<void> => pool.close();

import { KafkaJS } from '@confluentinc/kafka-javascript';
import { trace } from '@opentelemetry/api';

export interface Cheque {
  number: string;
  drawer: string;
  payee: string;
  cents: number;
}

const tracer = trace.getTracer('cheque-clearing');

export class ChequeClearing {
  #producer: KafkaJS.Producer;
  #recoveries = 0;

  constructor(
    private readonly kafka: KafkaJS.Kafka,
    private readonly branch: string,
  ) {
    this.#producer = this.#create();
  }

  get recoveries(): number {
    return this.#recoveries;
  }

  start(): Promise<void> {
    return this.#producer.connect();
  }

  stop(): Promise<void> {
    return this.#producer.disconnect();
  }

  async clear(cheques: Cheque[]): Promise<void> {
    await tracer.startActiveSpan('cheques.clear', async (span) => {
      try {
        await this.#publish(cheques);
      } catch (err) {
        span.recordException(err as Error);
        await this.#recover();
        await this.#publish(cheques);
      } finally {
        span.end();
      }
    });
  }

  async #publish(cheques: Cheque[]): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({
        topic: 'cheques.cleared',
        messages: cheques.map((cheque) => ({ key: cheque.drawer, value: JSON.stringify(cheque) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('cheques: abort failed', abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.#producer.disconnect();
      throw err;
    }
  }

  async #recover(): Promise<void> {
    this.#recoveries += 1;
    await this.stop().catch((err) => console.warn('cheques: old producer not closed', err));
    this.#producer = this.#create();
    await this.start();
  }

  #create(): KafkaJS.Producer {
    return this.kafka.producer({ kafkaJS: { transactionalId: `cheques-${this.branch}`, idempotent: true } });
  }
}

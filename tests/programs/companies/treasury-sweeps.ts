import { SpanStatusCode, trace } from '@opentelemetry/api';
import { Kafka, type Producer, type ProducerConfig, type Transaction } from 'kafkajs';
import type { Logger } from 'pino';

export interface Sweep {
  id: string;
  fromAccount: string;
  toAccount: string;
  amount: string;
}

const tracer = trace.getTracer('treasury');

const PRODUCER_DEFAULTS: ProducerConfig = {
  idempotent: true,
  maxInFlightRequests: 1,
  transactionTimeout: 30_000,
};

/** Runs `work` in one Kafka transaction and one span. */
function withTransaction<T>(
  producer: Producer,
  name: string,
  log: Logger,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      const tx = await producer.transaction();
      let result: T;
      try {
        result = await work(tx);
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => log.warn({ abortErr }, 'abort failed'));
        throw err;
      }
      await tx.commit();
      span.setStatus({ code: SpanStatusCode.OK });
      return result;
    } catch (err) {
      span.recordException(err as Error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw err;
    } finally {
      span.end();
    }
  });
}

export class TreasurySweeps {
  #producer: Producer;
  #healthy = false;

  constructor(
    private readonly kafka: Kafka,
    private readonly log: Logger,
    private readonly desk: string,
  ) {
    this.#producer = this.#make();
  }

  get healthy(): boolean {
    return this.#healthy;
  }

  async start(): Promise<void> {
    await this.#producer.connect();
    this.#healthy = true;
  }

  async stop(): Promise<void> {
    this.#healthy = false;
    await this.#producer.disconnect();
  }

  async publish(sweeps: Sweep[]): Promise<number> {
    try {
      return await withTransaction(this.#producer, 'sweeps.publish', this.log, async (tx) => {
        for (const sweep of sweeps) {
          await tx.send({
            topic: 'treasury.sweeps',
            messages: [{ key: sweep.fromAccount, value: JSON.stringify(sweep) }],
          });
        }
        return sweeps.length;
      });
    } catch (err) {
      await this.#replace();
      throw err;
    }
  }

  async #replace(): Promise<void> {
    this.#healthy = false;
    await this.#producer.disconnect().catch((err: unknown) => this.log.warn({ err }, 'old producer not closed'));
    this.#producer = this.#make();
    await this.start();
  }

  #make(): Producer {
    return this.kafka.producer({ ...PRODUCER_DEFAULTS, transactionalId: `treasury-${this.desk}` });
  }
}

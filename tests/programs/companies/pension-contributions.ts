import { context, propagation, trace, type Span } from '@opentelemetry/api';
import type { Kafka, Message, Producer, Transaction } from 'kafkajs';

export interface Contribution {
  member: string;
  employer: string;
  cents: number;
}

interface TransactionOptions {
  spanName: string;
  attributes?: Record<string, string | number>;
}

const tracer = trace.getTracer('pension');

function carrier(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Returns a function that runs its argument in a transaction of `producer`. */
function transactionRunner(producer: Producer) {
  return async function run<T>(
    { spanName, attributes }: TransactionOptions,
    work: (tx: Transaction, span: Span) => Promise<T>,
  ): Promise<T> {
    const span = tracer.startSpan(spanName, { attributes });
    const tx = await producer.transaction();
    let value: T;
    try {
      value = await work(tx, span);
    } catch (err) {
      span.recordException(err as Error);
      span.addEvent('rolling back');
      await tx.abort();
      span.end();
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      span.recordException(err as Error);
      await producer.disconnect();
      throw err;
    } finally {
      span.end();
    }
    return value;
  };
}

export class PensionContributions {
  private readonly producer: Producer;
  private readonly run: ReturnType<typeof transactionRunner>;

  constructor(kafka: Kafka, fund: string) {
    this.producer = kafka.producer({
      transactionalId: `pension-${fund}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.run = transactionRunner(this.producer);
  }

  start = () => this.producer.connect();
  stop = () => this.producer.disconnect();

  publish(contributions: Contribution[]): Promise<number> {
    const messages: Message[] = contributions.map((c) => ({
      key: c.member,
      value: JSON.stringify(c),
      headers: carrier(),
    }));
    return this.run({ spanName: 'contributions', attributes: { count: messages.length } }, async (tx) => {
      await tx.send({ topic: 'pension.contributions', messages });
      return messages.length;
    });
  }
}

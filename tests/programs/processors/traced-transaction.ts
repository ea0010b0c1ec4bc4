import { SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { Producer, ProducerRecord, Transaction } from 'kafkajs';

const tracer = trace.getTracer('billing-kafka');

/** Opens a span, marks it on errors, lets every error through. */
async function traced<T>(name: string, body: (span: Span) => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await body(span);
    } catch (err) {
      span.recordException(err as Error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw err;
    } finally {
      span.end();
    }
  });
}

export namespace Billing {
  export interface Bill {
    account: string;
    month: string;
    lines: string[];
  }

  const toRecords = function* (bill: Bill): Generator<ProducerRecord> {
    yield { topic: 'bills', messages: [{ key: bill.account, value: bill.month }] };
    for (const line of bill.lines) {
      yield { topic: 'bills.lines', messages: [{ key: bill.account, value: line }] };
    }
  };

  async function fill(tx: Transaction, bill: Bill): Promise<void> {
    for (const record of toRecords(bill)) {
      await traced(`send ${record.topic}`, () => tx.send(record));
    }
  }

  export const publish = (producer: Producer) => (bill: Bill): Promise<void> =>
    traced('billing transaction', async (span) => {
      span.setAttribute('bill.month', bill.month);
      const tx = await traced('begin', () => producer.transaction());
      try {
        await fill(tx, bill);
      } catch (err) {
        const rollback = await traced('abort', () => tx.abort()).then(
          () => 'done',
          (abortErr: unknown) => abortErr,
        );
        if (rollback !== 'done') throw new AggregateError([err, rollback], 'bill not rolled back');
        throw err;
      }
      await traced('commit', () => tx.commit());
    });
}

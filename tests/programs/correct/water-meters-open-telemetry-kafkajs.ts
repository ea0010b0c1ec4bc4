import { SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { Producer, ProducerBatch } from 'kafkajs';

const tracer = trace.getTracer('water-meters');

function record(span: Span, error: unknown): void {
  span.recordException(error as Error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function traced<T>(name: string, work: (span: Span) => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      record(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

export class WaterMeters {
  constructor(private readonly producer: Producer) {}

  publish(batch: ProducerBatch): Promise<void> {
    return traced('water-meters.publish', async (span) => {
      const tx = await traced('begin', () => this.producer.transaction());
      try {
        await traced('send', () => tx.sendBatch(batch));
      } catch (error) {
        await traced('abort', () => tx.abort()).catch((abortError) => record(span, abortError));
        throw error;
      }
      await traced('commit', () => tx.commit());
    });
  }
}

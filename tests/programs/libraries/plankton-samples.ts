import { trace, SpanStatusCode, type Span } from '@opentelemetry/api';
import { Kafka, logLevel } from 'kafkajs';
import type { Sample } from './sample';

const tracer = trace.getTracer('plankton');

const producer = new Kafka({ clientId: 'plankton', brokers: ['kafka.lab:9092'], logLevel: logLevel.WARN }).producer({
  transactionalId: 'plankton-samples',
  idempotent: true,
  maxInFlightRequests: 1,
});

function inSpan<T>(name: string, work: (span: Span) => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      const result = await work(span);
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

export const connect = () => producer.connect();

export function publish(samples: Sample[]): Promise<void> {
  return inSpan('plankton.publish', async (span) => {
    span.setAttribute('samples', samples.length);
    const tx = await producer.transaction();
    try {
      await inSpan('plankton.send', () =>
        tx.send({ topic: 'plankton', messages: samples.map((s) => ({ key: s.site, value: JSON.stringify(s) })) }),
      );
    } catch (err) {
      await inSpan('plankton.abort', () => tx.abort()).catch(() => span.addEvent('abort failed'));
      throw err;
    }
    await inSpan('plankton.commit', () => tx.commit());
  });
}

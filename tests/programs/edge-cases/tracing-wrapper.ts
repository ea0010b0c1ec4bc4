// tracing wrapper
import { trace, SpanStatusCode } from '@opentelemetry/api';
import { Kafka } from 'kafkajs';
const tracer = trace.getTracer('x');
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export async function publish(value: string) {
  return tracer.startActiveSpan('publish', async (span) => {
    try {
      const tx = await producer.transaction();
      try {
        await tracer.startActiveSpan('send', async (s) => {
          try { await tx.send({ topic: 't', messages: [{ value }] }); } finally { s.end(); }
        });
      } catch (e) {
        await tx.abort().catch((x) => span.recordException(x));
        throw e;
      }
      await tx.commit();
    } catch (e) {
      span.recordException(e as Error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw e;
    } finally {
      span.end();
    }
  });
}

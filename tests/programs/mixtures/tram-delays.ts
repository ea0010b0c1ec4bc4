import { SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { Producer, ProducerRecord } from 'kafkajs';

const tracer = trace.getTracer('tram-delays', '1.4.0');

/** Runs `work` in a span; errors are noted in the span and passed on. */
export function traced<T>(name: string, work: (span: Span) => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work(span);
    } catch (err) {
      span.recordException(err as Error);
      span.setStatus({ code: SpanStatusCode.ERROR, message: (err as Error).message });
      throw err;
    } finally {
      span.end();
    }
  });
}

export interface Delay {
  line: number;
  stop: string;
  seconds: number;
}

export class DelayPublisher {
  constructor(private readonly producer: Producer) {}

  publish(delays: Delay[]): Promise<void> {
    return traced('publish delays', async (span) => {
      span.setAttribute('delays', delays.length);
      const transaction = await traced('begin', () => this.producer.transaction());
      try {
        for (const record of DelayPublisher.records(delays)) {
          await traced(`send ${record.topic}`, () => transaction.send(record));
        }
      } catch (err) {
        await traced('abort', () => transaction.abort()).catch(() => span.addEvent('abort failed'));
        throw err;
      }
      await traced('commit', () => transaction.commit());
    });
  }

  private static *records(delays: Delay[]): Generator<ProducerRecord> {
    for (const { line, stop, seconds } of delays) {
      yield { topic: 'tram.delays', messages: [{ key: stop, value: String(seconds) }] };
      if (seconds > 600) {
        yield { topic: 'tram.alerts', messages: [{ key: String(line), value: stop }] };
      }
    }
  }
}

import { SpanStatusCode, trace } from '@opentelemetry/api';
import { Counter } from 'prom-client';
import { Kafka, type Producer } from 'kafkajs';

const tracer = trace.getTracer('ferry-manifest');
const lost = new Counter({ name: 'ferry_manifests_lost_total', help: 'manifests that were rolled back' });

export interface Manifest {
  crossing: string;
  passengers: { name: string; cabin?: string }[];
}

export class ManifestPublisher {
  readonly #producer: Producer;

  constructor(kafka: Kafka, port: string) {
    this.#producer = kafka.producer({
      transactionalId: `ferry-manifest-${port}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect(): Promise<void> {
    return this.#producer.connect();
  }

  disconnect(): Promise<void> {
    return this.#producer.disconnect();
  }

  publish({ crossing, passengers }: Manifest): Promise<void> {
    return tracer.startActiveSpan('publish manifest', async (span) => {
      const tx = await this.#producer.transaction();
      try {
        await tx.send({
          topic: 'ferry.passengers',
          messages: passengers.map((p) => ({ key: crossing, value: JSON.stringify(p) })),
        });
      } catch (err) {
        span.recordException(err as Error);
        span.setStatus({ code: SpanStatusCode.ERROR });
        lost.inc();
        await tx.abort().catch((abortErr) => console.error('manifest not rolled back', abortErr));
        span.end();
        return;
      }
      await tx.commit();
      span.end();
    });
  }
}

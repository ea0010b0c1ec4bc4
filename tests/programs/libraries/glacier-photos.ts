import { context, propagation, trace, SpanKind } from '@opentelemetry/api';
import type { Producer } from 'kafkajs';
import type { Photo } from './photo';

const tracer = trace.getTracer('glacier-photos', '1.4.0');

function tracedHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

export function photoPublisher(producer: Producer, onPublished: (photo: Photo) => void) {
  return (photo: Photo): Promise<void> =>
    tracer.startActiveSpan('photos.publish', { kind: SpanKind.PRODUCER }, async (span) => {
      const tx = await producer.transaction();
      try {
        await tx.send({
          topic: 'glacier.photos',
          messages: [{ key: photo.camera, value: photo.uri, headers: tracedHeaders() }],
        });
        span.addEvent('sent');
        await tx.commit();
        span.addEvent('committed');
      } catch (err) {
        span.recordException(err as Error);
        await tx.abort().catch((abortErr) => span.addEvent('abort failed', { message: String(abortErr) }));
        throw err;
      } finally {
        span.end();
      }
      onPublished(photo);
    });
}

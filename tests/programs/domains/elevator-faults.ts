import { Kafka, KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError } from 'kafkajs';
import pino from 'pino';

const log = pino({ name: 'elevator-faults' });

export interface Fault {
  elevator: string;
  code: number;
  floor: number;
}

function describe(err: unknown): string {
  if (err instanceof KafkaJSNumberOfRetriesExceeded) {
    const { type } = (err.cause ?? {}) as { type?: string };
    return type === 'NOT_ENOUGH_REPLICAS' ? 'a broker is down' : `gave up after ${err.retryCount} retries`;
  }
  if (err instanceof KafkaJSProtocolError && err.type === 'INVALID_PRODUCER_EPOCH') {
    return 'another controller took over';
  }
  return err instanceof Error ? err.message : 'unknown';
}

export function faultChannel(kafka: Kafka, building: string) {
  const producer = kafka.producer({ transactionalId: `faults-${building}`, idempotent: true, maxInFlightRequests: 1 });

  return {
    open: () => producer.connect(),
    close: () => producer.disconnect(),
    async report(faults: Fault[]): Promise<void> {
      const tx = await producer.transaction();
      try {
        await tx.send({
          topic: `elevators.${building}.faults`,
          messages: faults.map((f) => ({ key: f.elevator, value: `${f.code}@${f.floor}` })),
        });
      } catch (err) {
        log.error({ building, why: describe(err) }, 'faults not reported');
        await tx.abort().catch((abortErr) => log.error(abortErr, 'abort failed'));
        throw err;
      }
      try {
        await tx.commit();
      } catch (err) {
        log.error({ building, why: describe(err) }, 'commit failed');
        throw err;
      }
    },
  };
}

import {
  Kafka,
  KafkaJSConnectionError,
  KafkaJSNumberOfRetriesExceeded,
  KafkaJSProtocolError,
  KafkaJSRequestTimeoutError,
  type Producer,
} from 'kafkajs';

export type FailureKind = 'fenced' | 'forbidden' | 'overloaded' | 'unreachable' | 'unknown';

export class LotTrackingError extends Error {
  constructor(readonly kind: FailureKind, cause: unknown) {
    super(`lot was not tracked: ${kind}`, { cause });
  }
}

function kindOf(error: unknown): FailureKind {
  // a send that was tried often enough carries the last answer as its cause
  const root = error instanceof KafkaJSNumberOfRetriesExceeded ? error.cause : error;

  if (root instanceof KafkaJSConnectionError || root instanceof KafkaJSRequestTimeoutError) {
    return 'unreachable';
  }
  if (!(root instanceof KafkaJSProtocolError)) {
    return 'unknown';
  }
  switch (root.type) {
    case 'INVALID_PRODUCER_EPOCH':
      return 'fenced';
    case 'TOPIC_AUTHORIZATION_FAILED':
    case 'TRANSACTIONAL_ID_AUTHORIZATION_FAILED':
      return 'forbidden';
    case 'NOT_ENOUGH_REPLICAS':
    case 'REQUEST_TIMED_OUT':
      return 'overloaded';
    default:
      return 'unknown';
  }
}

export class LotTracker {
  private readonly producer: Producer;

  constructor(brokers: string[], plant: string) {
    this.producer = new Kafka({ clientId: 'lot-tracker', brokers }).producer({
      transactionalId: `lot-tracker-${plant}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async track(lot: string, station: string, at: Date): Promise<void> {
    const transaction = await this.producer.transaction();
    try {
      await transaction.send({ topic: 'lots.path', messages: [{ key: lot, value: station }] });
      await transaction.send({ topic: 'stations.seen', messages: [{ key: station, value: at.toISOString() }] });
    } catch (error) {
      const abortError = await transaction.abort().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const cause = abortError === undefined ? error : new AggregateError([error, abortError]);
      throw new LotTrackingError(kindOf(error), cause);
    }

    try {
      await transaction.commit();
    } catch (error) {
      throw new LotTrackingError(kindOf(error), error);
    }
  }

  readonly open = (): Promise<void> => this.producer.connect();
  readonly close = (): Promise<void> => this.producer.disconnect();
}

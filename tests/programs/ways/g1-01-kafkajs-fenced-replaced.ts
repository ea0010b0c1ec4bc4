import kafkajs, { Kafka, Producer } from 'kafkajs';

const { KafkaJSNonRetriableError, KafkaJSProtocolError } = kafkajs;

export class AnotherWriterError extends Error {
  override readonly name = 'AnotherWriterError';
}

const kafka = new Kafka({ clientId: 'tariffs', brokers: ['k-1:9092', 'k-2:9092'] });

const producer: Producer = kafka.producer({
  transactionalId: 'tariff-publisher',
  idempotent: true,
  maxInFlightRequests: 1,
});

/** What the broker said, whether kafkajs wrapped it or not. */
function fenced(err: unknown): boolean {
  if (err instanceof KafkaJSNonRetriableError && err.cause) {
    return fenced(err.cause);
  }
  return err instanceof KafkaJSProtocolError && err.type === 'INVALID_PRODUCER_EPOCH';
}

export async function publishTariffs(zone: string, cents: number[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'tariffs.by-hour',
      messages: cents.map((value, hour) => ({ key: `${zone}:${hour}`, value: String(value) })),
    });
  } catch (err) {
    if (fenced(err)) {
      await producer.disconnect();
      throw new AnotherWriterError(`zone ${zone} has a newer writer`, { cause: err });
    }
    await tx.abort().catch((abortErr: unknown) => {
      throw new AggregateError([err, abortErr], `tariffs of ${zone} not rolled back`);
    });
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect();
    throw fenced(err) ? new AnotherWriterError('fenced at the commit', { cause: err }) : err;
  }
}

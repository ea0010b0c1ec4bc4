// promise chain
import { Kafka } from 'kafkajs';
const producer = new Kafka({ brokers: ['b'] }).producer({ transactionalId: 'n-1', idempotent: true, maxInFlightRequests: 1 });
export function publish(value: string): Promise<void> {
  return producer.transaction().then((tx) =>
    tx.send({ topic: 't', messages: [{ value }] }).then(
      () => tx.commit(),
      (error) => tx.abort().then(
        () => { throw error; },
        (abortError) => { throw new AggregateError([error, abortError]); },
      ),
    ),
  );
}

import { circuitBreaker, ConsecutiveBreaker, handleAll, wrap, bulkhead } from 'cockatiel';
import { Kafka, type ProducerConfig } from 'kafkajs';
import { claimsTopic, serializeClaim, type Claim } from './claims';

const settings: ProducerConfig = {
  transactionalId: 'dental-claims-1',
  idempotent: true,
  maxInFlightRequests: 1,
  transactionTimeout: 45_000,
};
const producer = new Kafka({ clientId: 'dental-claims', brokers: ['kafka-0:9092', 'kafka-1:9092'] }).producer(settings);

// The breaker only refuses calls after five failures in a row, it repeats none.
const breaker = circuitBreaker(handleAll, {
  halfOpenAfter: 30_000,
  breaker: new ConsecutiveBreaker(5),
});
const policy = wrap(bulkhead(1, 100), breaker);

breaker.onBreak(() => console.warn('dental claims: circuit open'));

export async function connect(): Promise<void> {
  await producer.connect();
}

export async function submit(claims: Claim[]): Promise<void> {
  return policy.execute(async () => {
    const transaction = await producer.transaction();
    try {
      await transaction.sendBatch({
        topicMessages: claims.map((claim) => ({ topic: claimsTopic(claim), messages: [serializeClaim(claim)] })),
      });
    } catch (error) {
      try {
        await transaction.abort();
      } catch (abortError) {
        throw new AggregateError([error, abortError], 'dental claims neither sent nor rolled back');
      }
      throw error;
    }
    await transaction.commit();
  });
}

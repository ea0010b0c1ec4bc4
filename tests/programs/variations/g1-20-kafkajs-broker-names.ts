import { Kafka, KafkaJSProtocolError } from 'kafkajs';
import { alarm } from './alarm';

const kafka = new Kafka({ clientId: 'loyalty-points', brokers: ['kafka:9092'] });
const producer = kafka.producer({
  transactionalId: 'loyalty-points-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

export async function award(customer: string, points: number): Promise<void> {
  const tx = await producer.transaction();

  try {
    await tx.send({ topic: 'loyalty.points', messages: [{ key: customer, value: String(points) }] });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'points not rolled back');
    }
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect();
    if (err instanceof KafkaJSProtocolError) {
      if (err.type === 'PRODUCER_FENCED') {
        alarm('two instances award points', err);
      } else if (err.code === 51) {
        alarm('a transaction of the last run is still being completed', err);
      }
    }
    throw err;
  }
}

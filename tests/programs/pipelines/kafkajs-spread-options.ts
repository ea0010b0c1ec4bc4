import { hostname } from 'node:os';
import { Kafka, type Producer, type ProducerConfig } from 'kafkajs';

const TRANSACTIONAL: ProducerConfig = { idempotent: true, maxInFlightRequests: 1 };

function transactionalId(service: string, replica = process.env.REPLICA): string {
  if (!replica) {
    throw new Error(`REPLICA is not set on ${hostname()}`);
  }
  return `${service}-${replica}`;
}

export function createProducer(kafka: Kafka, service: string, options: ProducerConfig = {}): Producer {
  return kafka.producer({
    ...options,
    ...TRANSACTIONAL,
    transactionalId: transactionalId(service),
  });
}

export async function announce(producer: Producer, concerts: Record<string, string>): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const [band, stage] of Object.entries(concerts)) {
      await tx.send({ topic: 'festival.concerts', messages: [{ key: band, value: stage }] });
    }
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'concerts not rolled back');
    }
    throw err;
  }
  await tx.commit();
}

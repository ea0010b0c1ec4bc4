import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Decision {
  application: string;
  consulate: string;
  granted: boolean;
}

type Work<T> = (producer: KafkaJS.Producer) => Promise<T>;

const kafka = new KafkaJS.Kafka({
  'bootstrap.servers': process.env.KAFKA_BOOTSTRAP ?? 'localhost:9092',
  'client.id': 'visa-applications',
});

async function withFreshProducer<T>(transactionalId: string, work: Work<T>, attempts = 3): Promise<T> {
  const failures: unknown[] = [];
  while (failures.length < attempts) {
    const producer = kafka.producer({ 'transactional.id': transactionalId });
    try {
      await producer.connect();
      return await work(producer);
    } catch (err) {
      failures.push(err);
      console.warn(`${transactionalId}: attempt ${failures.length} failed`, err);
    } finally {
      await producer.disconnect();
    }
  }
  throw new AggregateError(failures, `${transactionalId}: gave up`);
}

export function announce(decisions: Decision[]): Promise<number> {
  return withFreshProducer('visa-decisions', async (producer) => {
    const tx = await producer.transaction();
    for (const decision of decisions) {
      await tx.send({
        topic: decision.granted ? 'visa.granted' : 'visa.refused',
        messages: [{ key: decision.application, value: decision.consulate }],
      });
    }
    await tx.commit();
    return decisions.length;
  });
}

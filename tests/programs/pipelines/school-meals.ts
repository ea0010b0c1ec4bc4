import { Kafka, type Producer } from 'kafkajs';

const kafka = new Kafka({ clientId: 'school-meals', brokers: ['kafka:9092'] });
const idle: Producer[] = [];
let slots = 0;

async function take(): Promise<Producer> {
  const waiting = idle.pop();
  if (waiting) {
    return waiting;
  }
  const producer = kafka.producer({
    transactionalId: `school-meals-${slots++}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  return producer;
}

async function withProducer<T>(work: (producer: Producer) => Promise<T>): Promise<T> {
  const producer = await take();
  let result: T;
  try {
    result = await work(producer);
  } catch (err) {
    // Whatever it was: this one never goes back.
    await producer.disconnect().catch((closeErr: unknown) => console.warn('not closed', closeErr));
    throw err;
  }
  idle.push(producer);
  return result;
}

export function serve(school: string, meals: string[]): Promise<number> {
  return withProducer(async (producer) => {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'meals', messages: meals.map((meal) => ({ key: school, value: meal })) });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.warn('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
    return meals.length;
  });
}

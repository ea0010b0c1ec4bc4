import { Kafka, type ProducerConfig } from 'kafkajs';

export namespace Config {
  export const brokers = (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(',');

  export const producer = {
    transactionalId: 'booking-saga',
    idempotent: false,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
  } satisfies ProducerConfig;
}

const kafka = new Kafka({ clientId: 'booking-saga', brokers: Config.brokers });
const createProducer = () => kafka.producer(Config.producer);
let producer = createProducer();

export interface SagaStep {
  sagaId: string;
  name: string;
  command: Record<string, unknown>;
}

export const startup = async (): Promise<void> => {
  await producer.connect();
};

export async function nextStep(step: SagaStep): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: `saga.${step.name}.commands`,
      messages: [{ key: step.sagaId, value: JSON.stringify(step.command) }],
    });
    await tx.send({
      topic: 'saga.log',
      messages: [{ key: step.sagaId, value: step.name }],
    });
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => {
      console.error('saga step could not be aborted', abortErr);
    });
    throw err;
  }
  return tx.commit();
}

/** A producer that failed is of no use any more, so take a new one and do the step again. */
export async function nextStepOrRestart(step: SagaStep): Promise<void> {
  try {
    await nextStep(step);
  } catch (err) {
    console.warn(`saga ${step.sagaId}: restarting the producer`, err);
    await producer.disconnect().catch((closeErr: unknown) => console.warn('disconnect failed', closeErr));
    producer = createProducer();
    await producer.connect();
    await nextStep(step);
  }
}

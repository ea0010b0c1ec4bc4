import { Kafka, type Producer } from 'kafkajs';

export class Events {
  static #shared: Events | null = null;

  static get shared(): Events {
    return (Events.#shared ??= new Events(new Kafka({ clientId: 'bus-passes', brokers: ['kafka:9092'] })));
  }

  readonly #producer: Producer;

  private constructor(kafka: Kafka) {
    this.#producer = kafka.producer({
      transactionalId: 'bus-passes-0',
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  get producer(): Producer {
    return this.#producer;
  }
}

export async function renew(passes: string[], until: Date): Promise<Error | undefined> {
  const { producer } = Events.shared;
  let failure: Error | undefined;

  const tx = await producer.transaction();
  try {
    await tx.sendBatch({
      topicMessages: [
        { topic: 'passes.renewed', messages: passes.map((key) => ({ key, value: until.toISOString() })) },
      ],
    });
  } catch (err) {
    failure = err as Error;
  }

  if (failure) {
    await tx.abort().catch((abortErr: unknown) => console.error('passes not rolled back', abortErr));
  } else {
    await tx.commit().catch((commitErr: Error) => {
      failure = commitErr;
    });
  }
  return failure;
}

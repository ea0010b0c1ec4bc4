import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Sample {
  tank: string;
  ph: number;
  celsius: number;
}

class Session implements AsyncDisposable {
  readonly producer: Producer<string, string, string, string>;

  constructor(hall: string) {
    this.producer = new Producer({
      clientId: 'aquarium',
      bootstrapBrokers: ['aqua-kafka:9092'],
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `aquarium-${hall}`,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.producer.close(true);
  }
}

function assertPlausible({ tank, ph }: Sample): void {
  if (ph < 0 || ph > 14) {
    throw new RangeError(`tank ${tank} reports a pH of ${ph}`);
  }
}

/** One short-lived producer per upload; uploads are rare. */
export async function upload(hall: string, samples: Sample[]): Promise<void> {
  await using session = new Session(hall);
  const { producer } = session;

  const tx = await producer.beginTransaction();
  for (const sample of samples) {
    assertPlausible(sample);
    await tx.send({
      messages: [{ topic: 'aquarium.samples', key: sample.tank, value: JSON.stringify(sample) }],
    });
  }
  await tx.commit();
}

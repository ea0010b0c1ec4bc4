import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Flare {
  region: number;
  class: 'A' | 'B' | 'C' | 'M' | 'X';
  peak: string;
}

class ProducerLease implements AsyncDisposable {
  readonly producer;

  constructor(observatory: string, bootstrapBrokers: string[]) {
    this.producer = new Producer({
      clientId: `space-weather-${observatory}`,
      bootstrapBrokers,
      idempotent: true,
      transactionalId: `space-weather-${observatory}`,
      serializers: stringSerializers,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.producer.close(true);
  }
}

const severe = (flare: Flare): boolean => flare.class === 'M' || flare.class === 'X';

export async function publishFlares(observatory: string, brokers: string[], flares: Flare[]): Promise<number> {
  await using lease = new ProducerLease(observatory, brokers);
  const tx = await lease.producer.beginTransaction();

  try {
    const messages = flares.map((flare) => ({
      topic: severe(flare) ? 'sun.alerts' : 'sun.flares',
      key: String(flare.region),
      value: JSON.stringify(flare),
    }));
    await tx.send({ messages });
  } catch (err) {
    await tx.abort().catch((suppressed: unknown) => console.error('abort failed', suppressed));
    throw err;
  }

  await tx.commit();
  return flares.length;
}

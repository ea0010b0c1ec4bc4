import { Kafka, KafkaJSProtocolError, type Producer } from 'kafkajs';

const FENCED_CODE = 47;

function rootOf(error: unknown): unknown {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) {
    root = root.cause;
  }
  return root;
}

const isFenced = (error: unknown): boolean => {
  const root = rootOf(error);
  return root instanceof KafkaJSProtocolError && root.code === FENCED_CODE;
};

export class SupersededError extends Error {
  constructor(cause: unknown) {
    super('another instance publishes the fares', { cause });
    this.name = 'SupersededError';
  }
}

export class TaxiFares {
  private producer: Producer;

  constructor(private readonly kafka: Kafka, private readonly zone: string) {
    this.producer = this.create();
  }

  private create(): Producer {
    return this.kafka.producer({
      transactionalId: `taxi-fares-${this.zone}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async publish(fares: Record<string, number>): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      const messages = Object.entries(fares).map(([ride, cents]) => ({ key: ride, value: `${cents}` }));
      await tx.send({ topic: 'taxi.fares', messages });
    } catch (error) {
      if (isFenced(error)) {
        await this.renew();
        throw new SupersededError(error);
      }
      await tx.abort().catch((abortError) => {
        throw new AggregateError([error, abortError], 'fares not rolled back');
      });
      throw error;
    }
    await tx.commit();
  }

  private async renew(): Promise<void> {
    const old = this.producer;
    this.producer = this.create();
    await old.disconnect().catch(() => undefined);
    await this.producer.connect();
  }
}

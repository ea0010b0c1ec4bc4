import { Kafka, KafkaJSProtocolError, type Producer } from 'kafkajs';

export class PublishError extends Error {
  constructor(message: string, readonly restart: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
export class FencedError extends PublishError {}
export class CommitInDoubtError extends PublishError {}

const causeOf = (err: unknown): unknown => (err instanceof Error && err.cause !== undefined ? err.cause : err);

function classify(err: unknown): PublishError {
  const root = causeOf(err);
  if (root instanceof KafkaJSProtocolError && root.type === 'INVALID_PRODUCER_EPOCH') {
    return new FencedError('another instance took over', true, { cause: err });
  }
  return new PublishError('claims were not published', true, { cause: err });
}

export class ClaimsPublisher {
  constructor(private readonly producer: Producer) {}

  static async connect(kafka: Kafka): Promise<ClaimsPublisher> {
    const producer = kafka.producer({ transactionalId: 'claims', idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    return new ClaimsPublisher(producer);
  }

  /** @throws PublishError; with `restart` the caller closes this publisher and connects a new one */
  async publish(claims: Array<{ id: string; policy: string }>): Promise<void> {
    const tx = await this.producer.transaction().catch((err) => {
      throw classify(err);
    });
    try {
      await tx.send({
        topic: 'claims.filed',
        messages: claims.map((claim) => ({ key: claim.policy, value: JSON.stringify(claim) })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw classify(err);
    }
    await tx.commit().catch((err) => {
      throw new CommitInDoubtError('the outcome of the commit is unknown', true, { cause: err });
    });
  }

  async close(): Promise<void> {
    await this.producer.disconnect();
  }
}

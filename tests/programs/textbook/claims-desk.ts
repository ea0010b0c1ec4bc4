import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka, isKafkaJSError } = KafkaJS;

export interface Claim {
  id: string;
  policy: string;
  amount: number;
  documents: string[];
}

const timedOut = (error: unknown): boolean =>
  error instanceof Error && isKafkaJSError(error) && (error as KafkaJS.KafkaJSError).code === ErrorCodes.ERR__TIMED_OUT;

export class ClaimsDesk {
  private readonly producer: KafkaJS.Producer;

  constructor(brokers: string[], private readonly office: string) {
    this.producer = new Kafka({ kafkaJS: { brokers } }).producer({
      kafkaJS: { transactionalId: `claims-desk-${office}` },
    });
  }

  async open(): Promise<void> {
    await this.producer.connect();
  }

  async file(claim: Claim): Promise<string> {
    const reference = `${this.office}-${claim.id}`;
    const transaction = await this.producer.transaction();
    try {
      await transaction.send({
        topic: 'claims.filed',
        messages: [{ key: claim.policy, value: JSON.stringify({ ...claim, reference }) }],
      });
      await transaction.send({
        topic: 'claims.documents',
        messages: claim.documents.map((document) => ({ key: reference, value: document })),
      });
    } catch (error) {
      const failures = [error, ...(await this.abandon(transaction))];
      throw failures.length === 1 ? error : new AggregateError(failures, `claim ${reference} is in limbo`);
    }
    await transaction.commit();
    return reference;
  }

  /** Aborts; a time-out is resumed once. Gives back what went wrong. */
  private async abandon(transaction: KafkaJS.Transaction): Promise<unknown[]> {
    try {
      await transaction.abort();
      return [];
    } catch (first) {
      if (!timedOut(first)) {
        return [first];
      }
    }
    return transaction.abort().then(
      () => [],
      (second: unknown) => [second],
    );
  }
}

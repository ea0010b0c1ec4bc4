import { Kafka, type Producer } from 'kafkajs';

export interface Deed {
  register: string;
  number: number;
  parties: string[];
}

type AuditEvent = { actor: string; action: 'sign' | 'revoke'; deed: number };

class AuditTrail {
  constructor(private readonly producer: Producer) {}

  async write(event: AuditEvent): Promise<void> {
    await this.producer.send({
      topic: 'notary.audit',
      messages: [{ key: event.actor, value: JSON.stringify(event) }],
    });
  }
}

export class NotaryOffice {
  readonly #producer: Producer;
  readonly #audit: AuditTrail;

  constructor(kafka: Kafka, office: string) {
    this.#producer = kafka.producer({
      transactionalId: `notary-${office}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    this.#audit = new AuditTrail(this.#producer);
  }

  open(): Promise<void> {
    return this.#producer.connect();
  }

  async sign(deed: Deed, notary: string): Promise<void> {
    const transaction = await this.#producer.transaction();
    try {
      await transaction.send({
        topic: 'notary.deeds',
        messages: deed.parties.map((party) => ({ key: party, value: JSON.stringify(deed) })),
      });
      await this.#audit.write({ actor: notary, action: 'sign', deed: deed.number });
    } catch (error) {
      try {
        await transaction.abort();
      } catch (abortError) {
        throw new AggregateError([error, abortError], `deed ${deed.number} not rolled back`);
      }
      throw error;
    }
    await transaction.commit();
  }
}

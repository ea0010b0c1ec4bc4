import { createHash, randomUUID } from 'node:crypto';
import { Kafka, type Producer } from 'kafkajs';

export interface Claim {
  policy: string;
  cents: number;
  documents: string[];
}

function stableId(name: string, partition: number): string {
  return createHash('sha256').update(`${name}/${partition}`).digest('hex').slice(0, 16);
}

export class ClaimPublisher {
  readonly #producer: Producer;

  constructor(kafka: Kafka, partition: number) {
    this.#producer = kafka.producer({
      transactionalId: stableId('insurance-claims', partition),
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  async submit(claim: Claim): Promise<string | undefined> {
    if (claim.cents <= 0 || claim.documents.length === 0) {
      return undefined;
    }
    const id = randomUUID();

    const tx = await this.#producer.transaction();
    try {
      await tx.send({
        topic: 'insurance.claims',
        messages: [{ key: claim.policy, value: JSON.stringify({ id, cents: claim.cents }) }],
      });
      for (const document of claim.documents) {
        await tx.send({
          topic: 'insurance.documents',
          messages: [{ key: id, value: document, headers: { 'event-id': randomUUID() } }],
        });
      }
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `claim ${id} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
    return id;
  }
}

import { Kafka, type Producer, type ProducerConfig } from 'kafkajs';

export interface Claim {
  policy: string;
  amount: number;
  incident: string;
}

/** The claims may or may not have been filed: a person has to look. */
export class CommitOutcomeUnknown extends Error {
  override readonly name = 'CommitOutcomeUnknown';
}

const SETTINGS = {
  transactionalId: 'insurance-claims',
  idempotent: true,
  maxInFlightRequests: 1,
} satisfies ProducerConfig;

async function fileWith(producer: Producer, claims: Claim[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'claims.filed',
      messages: claims.map(({ policy, ...rest }) => ({ key: policy, value: JSON.stringify(rest) })),
    });
  } catch (err) {
    await tx.abort().catch(console.error);
    throw err;
  }
  try {
    await tx.commit();
  } catch (cause) {
    throw new CommitOutcomeUnknown(`${claims.length} claims are in doubt`, { cause });
  }
}

export async function fileClaims(kafka: Kafka, claims: Claim[], attempts = 3): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const producer = kafka.producer(SETTINGS);
    try {
      await producer.connect();
      return await fileWith(producer, claims);
    } catch (err) {
      if (err instanceof CommitOutcomeUnknown || attempt >= attempts) {
        throw err;
      }
      console.warn(`claims were not filed (attempt ${attempt})`, err);
    } finally {
      await producer.disconnect();
    }
  }
}

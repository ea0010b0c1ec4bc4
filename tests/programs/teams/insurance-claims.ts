import { KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError, type Producer } from 'kafkajs';

export enum FailureKind {
  Rejected = 'rejected',
  Unavailable = 'unavailable',
  OutcomeUnknown = 'outcome-unknown',
}

export class ClaimError extends Error {
  override name = 'ClaimError';

  constructor(
    readonly kind: FailureKind,
    readonly claimId: string,
    cause: unknown,
  ) {
    super(`claim ${claimId}: ${kind}`, { cause });
  }
}

function classify(err: unknown): FailureKind {
  switch (true) {
    case err instanceof KafkaJSNumberOfRetriesExceeded:
      return FailureKind.Unavailable;
    case err instanceof KafkaJSProtocolError && err.type === 'TOPIC_AUTHORIZATION_FAILED':
    case err instanceof RangeError:
      return FailureKind.Rejected;
    default:
      return FailureKind.Unavailable;
  }
}

export interface Claim {
  id: string;
  policy: string;
  cents: number;
}

function assess(claim: Claim): string {
  if (!Number.isSafeInteger(claim.cents) || claim.cents <= 0) {
    throw new RangeError(`claim of ${claim.cents} cents`);
  }
  return JSON.stringify(claim);
}

export const claimSubmitter =
  (producer: Producer) =>
  async (claim: Claim): Promise<void> => {
    const tx = await producer.transaction();
    try {
      await tx.send({ topic: 'claims.filed', messages: [{ key: claim.policy, value: assess(claim) }] });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        const both = new AggregateError([err, abortErr]);
        throw new ClaimError(FailureKind.Unavailable, claim.id, both);
      }
      throw new ClaimError(classify(err), claim.id, err);
    }
    await tx.commit().catch((err: unknown) => {
      throw new ClaimError(FailureKind.OutcomeUnknown, claim.id, err);
    });
  };

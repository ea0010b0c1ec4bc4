import type { Producer } from 'kafkajs';
import type { Logger } from 'winston';

export interface Claim {
  policy: string;
  claimNo: string;
  damage: number;
}

type BrokerError = Error & { type?: string; cause?: BrokerError };

function explain(err: BrokerError): string {
  const root = err.cause ?? err;
  switch (root.type) {
    case 'INVALID_PRODUCER_EPOCH':
      return 'another instance has taken over';
    case 'PRODUCER_FENCED':
      return 'fenced by the coordinator';
    case 'TRANSACTION_ABORTABLE':
      return 'the broker has given the transaction up';
    case 'INVALID_PRODUCER_ID_MAPPING':
      return 'the transactional id has expired';
    default:
      return err.message;
  }
}

export class ClaimsOutbox {
  constructor(
    private readonly producer: Producer,
    private readonly log: Logger,
  ) {}

  async file(claims: Claim[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({
        topic: 'insurance.claims',
        acks: -1,
        messages: claims.map((claim) => ({ key: claim.policy, value: JSON.stringify(claim) })),
      });
    } catch (err) {
      this.log.error(`claims not filed: ${explain(err as BrokerError)}`);
      await tx.abort().catch((abortErr: Error) => this.log.error(`abort failed: ${abortErr.message}`));
      throw err;
    }
    await tx.commit();
  }
}

import { Inject, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

export const CLAIMS_KAFKA = Symbol('CLAIMS_KAFKA');

export interface Claim {
  policy: string;
  damage: string;
  euros: number;
}

@Injectable()
export class ClaimsPublisher implements OnModuleInit {
  private readonly logger = new Logger(ClaimsPublisher.name);

  @Inject(CLAIMS_KAFKA)
  private readonly client!: ClientKafka;

  async onModuleInit(): Promise<void> {
    await this.client.connect();
  }

  async file(claim: Claim): Promise<void> {
    const tx = await this.client.producer.transaction();
    try {
      await tx.send({
        topic: 'claims.filed',
        messages: [{ key: claim.policy, value: JSON.stringify(claim) }],
      });
      await tx.send({ topic: 'claims.reserves', messages: [{ value: String(claim.euros) }] });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        this.logger.error(`claim on ${claim.policy} not rolled back`, abortErr);
      }
      throw err;
    }
    await tx.commit();
  }
}

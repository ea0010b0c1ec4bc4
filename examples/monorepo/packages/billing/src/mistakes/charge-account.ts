import type { KafkaService } from '@acme/kafka-client';
import type { Charge } from '../domain.js';

export class ChargeAccount {
  constructor(private readonly kafka: KafkaService) {}

  async charge({ id, account, cents }: Charge): Promise<void> {
    const tx = await this.kafka.begin();
    try {
      await tx.send({ topic: 'billing.charges', messages: [{ key: account, value: String(cents) }] });
      await tx.commit();
    } catch (error) {
      // If the commit has timed out, it is too late to abort: the charge may stand.
      await tx.abort().catch(() => undefined);
      throw new Error(`charge ${id} failed`, { cause: error });
    }
  }
}

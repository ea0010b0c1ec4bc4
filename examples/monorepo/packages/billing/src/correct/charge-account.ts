import type { KafkaService } from '@acme/kafka-client';
import type { Charge } from '../domain.js';

export class ChargeAccount {
  constructor(private readonly kafka: KafkaService) {}

  async charge({ id, account, cents }: Charge): Promise<void> {
    const tx = await this.kafka.begin();
    try {
      await tx.send({ topic: 'billing.charges', messages: [{ key: account, value: String(cents) }] });
    } catch (error) {
      await tx.abort().catch(() => undefined);
      throw new Error(`charge ${id} failed`, { cause: error });
    }
    await tx.commit();
  }
}

import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';
import type { Producer } from '@nestjs/microservices/external/kafka.interface';

@Injectable()
export class AuditTrail implements OnApplicationBootstrap {
  private producer!: Producer;

  constructor(@Inject('AUDIT_KAFKA') private readonly client: ClientKafka) {}

  async onApplicationBootstrap(): Promise<void> {
    this.producer = await this.client.connect();
  }

  async record(actor: string, actions: readonly string[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'audit.actors', messages: [{ key: actor, value: String(actions.length) }] });
      for (const action of actions) {
        tx.send({ topic: 'audit.actions', messages: [{ key: actor, value: action }] });
      }
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        console.error('audit: abort failed', abortErr);
      }
      throw err;
    }
    await tx.commit();
  }
}

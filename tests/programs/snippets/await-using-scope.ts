import type { Producer, Transaction } from 'kafkajs';
import type { RedisClientType } from 'redis';

class TransactionScope implements AsyncDisposable {
  #settled = false;

  private constructor(private readonly tx: Transaction) {}

  static async begin(producer: Producer): Promise<TransactionScope> {
    return new TransactionScope(await producer.transaction());
  }

  async send(topic: string, key: string, value: string): Promise<void> {
    await this.tx.send({ topic, messages: [{ key, value }] });
  }

  async commit(): Promise<void> {
    this.#settled = true;
    await this.tx.commit();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#settled) return;
    await this.tx.abort().catch((err: unknown) => console.error('scope could not be rolled back', err));
  }
}

export interface Webhook {
  id: string;
  event: string;
  body: unknown;
}

export class WebhookRelay {
  constructor(
    private readonly producer: Producer,
    private readonly redis: RedisClientType,
  ) {}

  async relay(hook: Webhook): Promise<'relayed' | 'duplicate'> {
    await using scope = await TransactionScope.begin(this.producer);

    if (await this.redis.exists(`hook:${hook.id}`)) {
      return 'duplicate';
    }
    await scope.send('hooks', hook.id, JSON.stringify(hook.body));
    await scope.send(`hooks.${hook.event}`, hook.id, hook.event);
    await scope.commit();
    await this.redis.set(`hook:${hook.id}`, '1', { EX: 3600 });
    return 'relayed';
  }
}

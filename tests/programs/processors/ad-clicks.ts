import { setTimeout as delay } from 'node:timers/promises';
import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Click {
  campaign: string;
  at: number;
}

interface Backoff {
  attempts: number;
  initialMs: number;
}

function* waits({ attempts, initialMs }: Backoff): Generator<number> {
  for (let i = 0; i < attempts; i++) yield initialMs * 2 ** i;
}

export class ClickSink {
  private readonly producer: Producer<string, string, string, string>;

  constructor(brokers: string[], region: string, private readonly backoff: Backoff = { attempts: 5, initialMs: 100 }) {
    this.producer = new Producer({
      clientId: 'click-sink',
      bootstrapBrokers: brokers,
      idempotent: true,
      transactionalId: `click-sink-${region}`,
      serializers: stringSerializers,
    });
  }

  async store(clicks: Click[]): Promise<void> {
    const messages = clicks.map(({ campaign, at }) => ({ topic: 'clicks', key: campaign, value: String(at) }));
    let reason: unknown;

    for (const wait of waits(this.backoff)) {
      const tx = await this.producer.beginTransaction();
      try {
        await tx.send({ messages });
      } catch (err) {
        reason = err;
        await tx.abort().catch((abortErr: unknown) => {
          throw new AggregateError([err, abortErr], 'clicks not rolled back');
        });
        await delay(wait);
        continue;
      }
      await tx.commit();
      return;
    }
    throw new Error(`${clicks.length} clicks not stored`, { cause: reason });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.producer.close(true);
  }
}

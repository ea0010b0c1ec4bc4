import type { Producer } from 'kafkajs';
import type { FastifyBaseLogger } from 'fastify';

interface SkiPass {
  readonly number: string;
  readonly holder: string;
  readonly days: number;
}

export class SkiPassPublisher {
  public constructor(
    protected readonly producer: Producer,
    protected readonly log: FastifyBaseLogger,
  ) {}

  public async sell(passes: readonly SkiPass[]): Promise<number> {
    if (passes.length === 0) {
      return 0;
    }

    const txn = await this.producer.transaction();
    try {
      await txn.sendBatch({
        topicMessages: [
          {
            topic: 'ski.passes',
            messages: passes.map((pass) => ({ key: pass.number, value: JSON.stringify(pass) })),
          },
          {
            topic: 'ski.holders',
            messages: passes.map((pass) => ({ key: pass.holder, value: pass.number })),
          },
        ],
      });
      await txn.commit();
    } catch (err) {
      if (txn.isActive()) {
        await txn.abort().catch((abortErr: unknown) => {
          this.log.error({ err: abortErr }, 'abort of ski passes failed');
        });
      }
      throw err;
    }
    return passes.length;
  }
}

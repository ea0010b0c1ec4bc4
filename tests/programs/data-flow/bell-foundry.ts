import { KafkaJS } from '@confluentinc/kafka-javascript';

class PublishError extends Error {
  constructor(readonly stage: 'begin' | 'send' | 'commit', cause: unknown) {
    super(`casting not published (${stage})`, { cause });
  }

  static from = (stage: PublishError['stage']) => (cause: unknown): never => {
    throw new PublishError(stage, cause);
  };
}

export interface Casting {
  bell: string;
  pitch: string;
  kilograms: number;
}

export class Foundry {
  readonly counters = { published: 0, failed: 0 };

  constructor(private readonly producer: KafkaJS.Producer) {}

  private async publish({ bell, ...casting }: Casting): Promise<void> {
    const messages = [{ key: bell, value: JSON.stringify(casting) }];
    await this.producer.transaction().catch(PublishError.from('begin'));
    try {
      await this.producer.send({ topic: 'foundry.castings', messages });
    } catch (error) {
      await this.producer.abort().catch((abortError) => console.error(`${bell}: not rolled back`, abortError));
      throw new PublishError('send', error);
    }
    await this.producer.commit().catch(PublishError.from('commit'));
  }

  /** Called for every casting that leaves the pit. */
  async run(casting: Casting): Promise<void> {
    try {
      await this.publish(casting);
      this.counters.published += 1;
    } catch (error) {
      if (!(error instanceof PublishError)) throw error;
      this.counters.failed += 1;
      console.error(`${casting.bell}: ${error.message}`, error.cause);
    }
  }
}

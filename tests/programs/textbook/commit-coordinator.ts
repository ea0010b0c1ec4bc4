import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { Logger } from 'winston';

const { ErrorCodes } = KafkaJS;

export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError';
}

/** A commit that timed out may be asked again: the client goes on where it was. */
function isResumable(error: unknown): boolean {
  return error instanceof KafkaJS.KafkaJSError && error.code === ErrorCodes.ERR__TIMED_OUT;
}

export class CommitCoordinator {
  constructor(
    private readonly producer: KafkaJS.Producer,
    private readonly logger: Logger,
  ) {}

  async publish(topic: string, messages: KafkaJS.Message[]): Promise<void> {
    const transaction = await this.producer.transaction();
    try {
      await transaction.send({ topic, messages });
    } catch (error) {
      await this.abort(transaction);
      throw error;
    }
    await this.commit(transaction);
  }

  private async commit(transaction: KafkaJS.Transaction): Promise<void> {
    let failure: unknown;
    for (let attempt = 1; attempt <= 4; attempt++) {
      try {
        await transaction.commit();
        return;
      } catch (error) {
        failure = error;
        if (!isResumable(error)) break;
        this.logger.warn('commit timed out', { attempt });
      }
    }
    await this.producer.disconnect();
    throw new OutcomeUnknownError('the commit was not confirmed', { cause: failure });
  }

  private async abort(transaction: KafkaJS.Transaction): Promise<void> {
    try {
      await transaction.abort();
    } catch (error) {
      this.logger.error('abort failed, closing the producer', { error });
      await this.producer.disconnect();
    }
  }
}

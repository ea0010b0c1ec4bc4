import { KafkaJSNonRetriableError, KafkaJSNumberOfRetriesExceeded, type Producer } from 'kafkajs';
import type { Logger } from 'pino';

function reasonOf(err: unknown): string {
  if (err instanceof KafkaJSNonRetriableError) {
    return 'refused by the broker';
  }
  if (err instanceof KafkaJSNumberOfRetriesExceeded) {
    return 'the broker did not answer in time';
  }
  return 'unknown';
}

export class ShiftBell {
  constructor(
    private readonly producer: Producer,
    private readonly log: Logger,
  ) {}

  async ring(hall: string, shift: number): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'bells', messages: [{ key: hall, value: String(shift) }] });
      await tx.send({ topic: 'shifts', messages: [{ key: String(shift), value: hall }] });
    } catch (err) {
      this.log.error({ err, hall }, reasonOf(err));
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `bell of ${hall} not rolled back`);
      }
      throw err;
    }
    await tx.commit();
  }
}

import pRetry from 'p-retry';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes } = KafkaJS;

interface Draw {
  plot: string;
  winner: string;
}

export function allotments(producer: KafkaJS.Producer, consumer: KafkaJS.Consumer) {
  const commit = () =>
    pRetry(() => producer.commit(), {
      retries: 5,
      minTimeout: 250,
      // the same call resumes a commit that timed out; nothing else is worth a second one
      shouldRetry: ({ error }) => (error as Error & { code?: number }).code === ErrorCodes.ERR__TIMED_OUT,
    });

  return async function publish(draws: Draw[], read: { topic: string; partition: number; last: string }): Promise<void> {
    await producer.transaction();
    try {
      await producer.send({
        topic: 'allotments.drawn',
        messages: draws.map(({ plot, winner }) => ({ key: plot, value: winner })),
      });
      await producer.sendOffsets({
        consumer,
        topics: [
          { topic: read.topic, partitions: [{ partition: read.partition, offset: String(BigInt(read.last) + 1n) }] },
        ],
      });
    } catch (err) {
      await producer.abort().catch((abortErr: unknown) => console.error('draw not rolled back', abortErr));
      throw err;
    }
    try {
      await commit();
    } catch (err) {
      await producer.disconnect();
      throw err;
    }
  };
}

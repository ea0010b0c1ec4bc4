import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { KafkaJSNumberOfRetriesExceeded, type Producer } from 'kafkajs';

export interface Play {
  station: string;
  song: string;
  startedAt: number;
}

/** The transaction was rolled back, its records may be sent once more. */
class RolledBackError extends Error {
  override name = 'RolledBackError';
}

const whenRolledBack = retry(
  handleWhen((error) => error instanceof RolledBackError),
  { maxAttempts: 4, backoff: new ExponentialBackoff({ initialDelay: 250 }) },
);

async function publishOnce(producer: Producer, plays: Play[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: 'radio.plays',
      messages: plays.map((play) => ({ key: play.station, value: JSON.stringify(play) })),
    });
  } catch (error) {
    try {
      await tx.abort();
    } catch (abortError) {
      throw new AggregateError([error, abortError], 'plays neither published nor rolled back');
    }
    if (error instanceof KafkaJSNumberOfRetriesExceeded) {
      throw new RolledBackError('plays rolled back', { cause: error });
    }
    throw error;
  }
  await tx.commit();
}

export async function publishPlays(producer: Producer, plays: Play[]): Promise<void> {
  await whenRolledBack.execute(() => publishOnce(producer, plays));
}

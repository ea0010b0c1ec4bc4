import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Turn {
  glass: string;
  minutes: number;
}

const LINGER_MS = 250;

/** Writes what is turned within a quarter of a second as one transaction. */
export const turnWriter = (producer: KafkaJS.Producer) =>
  async function write(turns: Turn[]): Promise<number> {
    await producer.transaction();
    try {
      await producer.send({
        topic: 'glasses.turns',
        messages: turns.map(({ glass, minutes }) => ({ key: glass, value: String(minutes) })),
      });
    } catch (err) {
      await producer.abort().catch((abortErr: unknown) => console.error('turns not rolled back', abortErr));
      throw err;
    }

    // the callback's outcome is the outcome of the promise that is waited for
    await new Promise<void>((resolve, reject) => {
      setTimeout(() => {
        producer.commit().then(resolve, reject);
      }, LINGER_MS);
    });
    return turns.length;
  };

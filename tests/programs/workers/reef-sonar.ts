import { setTimeout as pause } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

type Ping = Readonly<{ beam: number; metres: number }>;

const isTimeout = (err: unknown): boolean =>
  (err as { code?: number }).code === KafkaJS.ErrorCodes.ERR__TIMED_OUT;

export class ReefSonar {
  readonly #producer: KafkaJS.Producer;

  constructor(producer: KafkaJS.Producer) {
    this.#producer = producer;
  }

  async store(survey: string, pings: Ping[]): Promise<void> {
    await this.#producer.transaction();
    try {
      await this.#producer.sendBatch({
        topicMessages: [
          {
            topic: 'reef.pings',
            messages: pings.map(({ beam, metres }) => ({ key: `${survey}/${beam}`, value: String(metres) })),
          },
          { topic: 'reef.surveys', messages: [{ key: survey, value: String(pings.length) }] },
        ],
      });
    } catch (err) {
      const abortErr = await this.#abort();
      throw abortErr ? new AggregateError([err, abortErr], `survey ${survey} neither stored nor undone`) : err;
    }
    await this.#commit();
  }

  /** An abort that timed out goes on in the background; only then may it be asked for again. */
  async #abort(): Promise<unknown> {
    let attempt = 0;
    do {
      try {
        await this.#producer.abort();
        return null;
      } catch (abortErr) {
        if (!isTimeout(abortErr) || attempt === 5) {
          await this.#producer.disconnect();
          return abortErr;
        }
        await pause(200 * 2 ** attempt);
      }
    } while (++attempt);
    return null;
  }

  async #commit(): Promise<void> {
    let attempt = 0;
    while (true) {
      try {
        return await this.#producer.commit();
      } catch (err) {
        if (isTimeout(err) && attempt++ < 5) {
          await pause(200 * attempt);
          continue;
        }
        await this.#producer.disconnect();
        throw err;
      }
    }
  }
}

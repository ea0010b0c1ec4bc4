import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes, Kafka } = KafkaJS;

export type Result<T, E = Error> = { ok: true; value: T } | { ok: false; error: E };

const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
const fail = (error: unknown): Result<never> => ({ ok: false, error: error as Error });

export interface TariffNotice {
  region: string;
  validFrom: string;
  centsPerKwh: number;
}

interface RetryPolicy {
  attempts: number;
  baseMs: number;
}

const COMMIT_POLICY: RetryPolicy = { attempts: 5, baseMs: 300 };

export class TariffNotices {
  private readonly producer: KafkaJS.Producer;

  constructor(brokers: string[], stage: string) {
    this.producer = new Kafka({ kafkaJS: { clientId: 'tariffs', brokers } }).producer({
      kafkaJS: { transactionalId: `tariff-notices-${stage}`, idempotent: true },
    });
  }

  start = (): Promise<void> => this.producer.connect();

  stop = (): Promise<void> => this.producer.disconnect();

  async announce(notices: TariffNotice[]): Promise<Result<number>> {
    const begun = await this.begin();
    if (!begun.ok) return begun;

    const sent = await this.send(notices);
    if (!sent.ok) {
      await this.rollBack();
      return sent;
    }

    const committed = await this.commit(COMMIT_POLICY);
    return committed.ok ? sent : committed;
  }

  private begin(): Promise<Result<unknown>> {
    return this.producer.transaction().then(ok, fail);
  }

  private async send(notices: TariffNotice[]): Promise<Result<number>> {
    try {
      await this.producer.sendBatch({
        topicMessages: notices.map((notice) => ({
          topic: `tariffs.${notice.region}`,
          messages: [{ key: notice.validFrom, value: String(notice.centsPerKwh) }],
        })),
      });
      return ok(notices.length);
    } catch (error) {
      return fail(error);
    }
  }

  private async rollBack(): Promise<void> {
    try {
      await this.producer.abort();
    } catch (abortError) {
      console.error('tariffs: abort failed, closing the producer', abortError);
      await this.producer.disconnect();
    }
  }

  private async commit({ attempts, baseMs }: RetryPolicy): Promise<Result<void>> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.producer.commit();
        return ok(undefined);
      } catch (error) {
        const timedOut = (error as KafkaJS.KafkaJSError).code === ErrorCodes.ERR__TIMED_OUT;
        if (timedOut && attempt < attempts) {
          await sleep(baseMs * 2 ** attempt);
          continue;
        }
        await this.producer.disconnect();
        return fail(error);
      }
    }
  }
}

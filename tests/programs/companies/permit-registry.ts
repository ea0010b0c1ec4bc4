import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { Histogram } from 'prom-client';

const commitSeconds = new Histogram({ name: 'permit_commit_seconds', help: 'Time spent in commit' });

interface Permit {
  number: string;
  holder: string;
  expires: string;
}

interface PermitRegistryOptions {
  brokers: string[];
  municipality: string;
  resumes?: number;
}

/** Publishes issued permits; one instance per municipality. */
export class PermitRegistry {
  readonly #producer: KafkaJS.Producer;
  readonly #resumes: number;

  constructor({ brokers, municipality, resumes = 3 }: PermitRegistryOptions) {
    const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'permits', brokers } });
    this.#producer = kafka.producer({ kafkaJS: { transactionalId: `permits-${municipality}` } });
    this.#resumes = resumes;
  }

  async onModuleInit(): Promise<void> {
    await this.#producer.connect();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#producer.disconnect();
  }

  async issue(permits: Permit[]): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({
        topic: 'permits.issued',
        messages: permits.map((permit) => ({ key: permit.number, value: JSON.stringify(permit) })),
      });
      await tx.send({
        topic: 'permits.audit',
        messages: [{ value: `${permits.length} permits issued` }],
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('permits: abort failed', abortErr));
      throw err;
    }
    await this.#commit(tx);
  }

  async #commit(tx: KafkaJS.Transaction): Promise<void> {
    const stopTimer = commitSeconds.startTimer();
    for (let attempt = 0; ; attempt++) {
      try {
        await tx.commit();
        stopTimer();
        return;
      } catch (err) {
        const { retriable, code, message } = err as KafkaJS.KafkaJSError;
        if (retriable && attempt < this.#resumes) {
          await sleep(400 * (attempt + 1));
          continue;
        }
        console.error(`permits: commit failed (${code}): ${message}`);
        await this.#producer.disconnect();
        throw err;
      }
    }
  }
}

import { Kafka, type Producer, type ProducerRecord } from 'kafkajs';
import type { Job } from './jobs';
import { renditions } from './renditions';

interface TranscodeOptions {
  signal: AbortSignal;
  deadlineMs?: number;
  onProgress?: (done: number, of: number) => void;
}

async function* records(job: Job, signal: AbortSignal): AsyncGenerator<ProducerRecord> {
  for await (const rendition of renditions(job)) {
    signal.throwIfAborted();
    yield {
      topic: 'video.renditions',
      messages: [{ key: job.id, value: JSON.stringify(rendition), headers: { profile: rendition.profile } }],
    };
  }
}

export class VideoTranscodes {
  #producer: Producer;

  constructor(
    private readonly kafka: Kafka,
    private readonly worker: number,
  ) {
    this.#producer = this.#make();
  }

  async onModuleInit(): Promise<void> {
    await this.#producer.connect();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#producer.disconnect();
  }

  async publish(job: Job, { signal, deadlineMs = 60_000, onProgress }: TranscodeOptions): Promise<number> {
    const either = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
    const tx = await this.#producer.transaction();
    let done = 0;
    try {
      for await (const record of records(job, either)) {
        await tx.send(record);
        onProgress?.(++done, job.expected);
      }
      either.throwIfAborted();
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        console.warn('transcodes: abort failed, taking a new producer', abortErr);
        await this.#renew();
      }
      throw err;
    }

    try {
      await tx.commit();
      return done;
    } catch (cause) {
      await this.#renew();
      throw new Error(`renditions of ${job.id}: outcome unknown`, { cause });
    }
  }

  async #renew(): Promise<void> {
    await this.#producer.disconnect().catch((err) => console.warn('transcodes: not closed', err));
    this.#producer = this.#make();
    await this.#producer.connect();
  }

  #make(): Producer {
    return this.kafka.producer({
      transactionalId: `transcodes-${this.worker}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }
}

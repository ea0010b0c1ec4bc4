import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJS } from '@confluentinc/kafka-javascript';
import { translate } from './translate.js';

const { ErrorCodes } = KafkaJS;

const SAME_CALL_AGAIN: ReadonlySet<number> = new Set([
  ErrorCodes.ERR__TIMED_OUT,
  ErrorCodes.ERR_COORDINATOR_LOAD_IN_PROGRESS,
  ErrorCodes.ERR_COORDINATOR_NOT_AVAILABLE,
  ErrorCodes.ERR_NOT_COORDINATOR,
]);

export class SubtitleTranslator {
  constructor(
    private readonly consumer: KafkaJS.Consumer,
    private readonly producer: KafkaJS.Producer,
  ) {}

  private async rememberPosition(topic: string, partition: number, offset: string): Promise<void> {
    const position = { consumer: this.consumer, topics: [{ topic, partitions: [{ partition, offset }] }] };
    let tries = 0;
    do {
      try {
        return await this.producer.sendOffsets(position);
      } catch (err) {
        const { code } = err as KafkaJS.KafkaJSError;
        if (!SAME_CALL_AGAIN.has(code) || tries === 3) throw err;
        await sleep(++tries * 300);
      }
    } while (true);
  }

  async handle({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
    await this.producer.transaction();
    try {
      await this.producer.send({
        topic: 'subtitles.translated',
        messages: [{ key: message.key, value: await translate(String(message.value)) }],
      });
      const next = BigInt(message.offset) + 1n;
      await this.rememberPosition(topic, partition, next.toString());
    } catch (err) {
      await this.producer.abort().catch((e) => console.error('subtitles: abort failed', e));
      throw err;
    }
    try {
      await this.producer.commit();
    } catch (err) {
      await this.producer.disconnect();
      throw err;
    }
  }

  run = () => this.consumer.run({ eachMessage: (payload) => this.handle(payload) });
}

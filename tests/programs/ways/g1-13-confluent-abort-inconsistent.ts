import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes } = KafkaJS;

type Kafkaish = InstanceType<typeof KafkaJS.KafkaJSError>;

export class SubtitleQueue {
  readonly #producer: KafkaJS.Producer;

  constructor(kafka: KafkaJS.Kafka, language: string) {
    this.#producer = kafka.producer({ kafkaJS: { transactionalId: `subtitles-${language}` } });
  }

  async open(): Promise<void> {
    await this.#producer.connect();
  }

  async push(film: string, lines: string[]): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      await tx.send({ topic: 'subtitles', messages: lines.map((value) => ({ key: film, value })) });
    } catch (err) {
      await this.#undo(tx);
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      switch ((err as Kafkaish).code) {
        case ErrorCodes.ERR__INCONSISTENT:
          await this.#undo(tx);
          break;
        default:
          await this.#producer.disconnect();
      }
      throw err;
    }
  }

  async #undo(tx: KafkaJS.Producer): Promise<void> {
    try {
      await tx.abort();
    } catch (abortErr) {
      console.error('subtitles not rolled back, closing', abortErr);
      await this.#producer.disconnect();
    }
  }
}

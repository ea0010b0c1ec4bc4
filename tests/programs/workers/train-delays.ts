import { Kafka, type Producer, type Transaction } from 'kafkajs';
import { timed } from './metrics';

export class DelayDto {
  constructor(
    readonly train: string,
    readonly station: string,
    readonly minutes: number,
  ) {}

  static isLate(this: void, delay: DelayDto): boolean {
    return delay.minutes >= 3;
  }
}

export class TrainDelays {
  readonly #producer: Producer;

  constructor(kafka: Kafka, region: string) {
    this.#producer = kafka.producer({
      transactionalId: ['train-delays', region].join('.'),
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect = (): Promise<void> => this.#producer.connect();

  @timed('train_delays_publish')
  async publish(delays: DelayDto[]): Promise<number> {
    const late = delays.filter(DelayDto.isLate);
    if (!late.length) return 0;

    const tx = await this.#producer.transaction();
    const failure = await this.#write(tx, late).catch((err: unknown) => ({ err }));
    if (failure) {
      const errors = [failure.err];
      await tx.abort().catch((abortErr: unknown) => errors.push(abortErr));
      throw errors.length > 1 ? new AggregateError(errors, 'delays not rolled back') : failure.err;
    }
    await tx.commit();
    return late.length;
  }

  async #write(tx: Transaction, late: DelayDto[]): Promise<undefined> {
    await tx.sendBatch({
      topicMessages: late.map((delay) => ({
        topic: delay.minutes >= 60 ? 'trains.severe' : 'trains.delayed',
        messages: [{ key: delay.train, value: JSON.stringify(delay) }],
      })),
    });
  }
}

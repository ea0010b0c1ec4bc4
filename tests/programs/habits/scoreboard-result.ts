import { KafkaJS } from '@confluentinc/kafka-javascript';

class Result<T> {
  private constructor(
    private readonly value: T | undefined,
    private readonly error: unknown,
    private readonly good: boolean,
  ) {}

  static async of<T>(run: () => Promise<T>): Promise<Result<T>> {
    try {
      return new Result(await run(), undefined, true);
    } catch (error) {
      return new Result<T>(undefined, error, false);
    }
  }

  match<R>(onOk: (value: T) => R, onErr: (error: unknown) => R): R {
    return this.good ? onOk(this.value as T) : onErr(this.error);
  }
}

const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: ['kafka:9092'] } }).producer({
  kafkaJS: { transactionalId: 'scoreboard' },
});

async function write(match: string, home: number, away: number): Promise<void> {
  await producer.transaction();
  try {
    await producer.send({ topic: 'scores', messages: [{ key: match, value: `${home}-${away}` }] });
  } catch (err) {
    await producer.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  await producer.commit();
}

export async function onGoal(match: string, home: number, away: number): Promise<void> {
  const outcome = await Result.of(() => write(match, home, away));
  outcome.match(
    () => console.info('%s is %d-%d now', match, home, away),
    (error) => console.error('%s: score not published', match, error),
  );
}

export const open = () => producer.connect();
export const close = () => producer.disconnect();

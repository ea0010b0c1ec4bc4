import { KafkaJS } from '@confluentinc/kafka-javascript';
import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow';

const { ErrorCodes, Kafka } = KafkaJS;

type Failure = { at: 'begin' | 'send' | 'commit'; cause: unknown };

const failedAt = (at: Failure['at']) => (cause: unknown): Failure => ({ at, cause });
const codeOf = (failure: Failure): unknown => (failure.cause as { code?: unknown } | undefined)?.code;

export class Kiosk {
  private readonly producer: KafkaJS.Producer;

  constructor(brokers: string[], kiosk: string) {
    this.producer = new Kafka({ 'bootstrap.servers': brokers.join(',') }).producer({
      'transactional.id': `kiosk-${kiosk}`,
    });
  }

  connect = () => this.producer.connect();

  sell(tickets: { seat: string; film: string }[]): ResultAsync<number, Failure> {
    return ResultAsync.fromPromise(this.producer.transaction(), failedAt('begin'))
      .andThen(() => this.send(tickets))
      .andThen(() => new ResultAsync(this.commit(3)))
      .map(() => tickets.length);
  }

  private send(tickets: { seat: string; film: string }[]): ResultAsync<unknown, Failure> {
    const messages = tickets.map(({ seat, film }) => ({ key: film, value: seat }));
    return ResultAsync.fromPromise(this.producer.send({ topic: 'kiosk.tickets', messages }), failedAt('send')).orElse(
      (failure) =>
        ResultAsync.fromPromise(this.producer.abort(), (abortErr) => abortErr)
          .orElse((abortErr) => {
            console.error('kiosk: abort failed', abortErr);
            return ok(undefined);
          })
          .andThen(() => errAsync(failure)),
    );
  }

  private async commit(tries: number): Promise<Result<void, Failure>> {
    const outcome = await ResultAsync.fromPromise(this.producer.commit(), failedAt('commit'));
    if (outcome.isOk()) return ok(undefined);
    if (codeOf(outcome.error) === ErrorCodes.ERR__TIMED_OUT && tries > 1) return this.commit(tries - 1);
    await this.producer.disconnect().catch((closeErr) => console.warn('kiosk: disconnect failed', closeErr));
    return err(outcome.error);
  }
}

import { KafkaJS } from '@confluentinc/kafka-javascript';

const { ErrorCodes: Codes, Kafka } = KafkaJS;

type Advice = 'resume' | 'leave';

class CommitVerdict {
  static readonly #advice = new Map<number, Advice>([
    [Codes.ERR__TIMED_OUT, 'resume'],
    [Codes.ERR_COORDINATOR_NOT_AVAILABLE, 'resume'],
    [Codes.ERR__FENCED, 'leave'],
  ]);

  private constructor(
    readonly advice: Advice,
    readonly error: unknown,
  ) {}

  static of(error: unknown): CommitVerdict {
    const code = (error as { code?: number }).code ?? Codes.ERR_UNKNOWN;
    return new CommitVerdict(CommitVerdict.#advice.get(code) ?? 'leave', error);
  }

  get resumable(): boolean {
    return this.advice === 'resume';
  }
}

export class TelescopeArchive {
  private readonly producer = new Kafka({ 'bootstrap.servers': 'archive:9092' }).producer({
    'transactional.id': 'telescope-archive',
  });

  open = () => this.producer.connect();

  async store(frames: { id: string; fits: Buffer }[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'frames', messages: frames.map((f) => ({ key: f.id, value: f.fits })) });
    } catch (err) {
      try {
        await tx.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], 'frames not rolled back');
      }
      throw err;
    }

    let verdict: CommitVerdict | undefined;
    for (let n = 0; n < 4; n++) {
      try {
        return await tx.commit();
      } catch (err) {
        verdict = CommitVerdict.of(err);
        if (!verdict.resumable) break;
      }
    }
    await this.producer.disconnect();
    throw verdict!.error;
  }
}

import { GenericError, MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';

export interface Answer {
  player: string;
  question: number;
  choice: string;
}

const MAX_ATTEMPTS = 4;

const wasFenced = (err: unknown): boolean =>
  GenericError.isGenericError(err as Error) &&
  MultipleErrors.isMultipleErrors(err as Error) &&
  Boolean((err as MultipleErrors).findBy('apiId', 'PRODUCER_FENCED'));

export class QuizBoard {
  readonly #producer;

  constructor(bootstrapBrokers: string[], quiz: string) {
    this.#producer = new Producer({
      clientId: 'quiz',
      bootstrapBrokers,
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: `quiz-${quiz}`,
    });
  }

  async submit(answers: Answer[]): Promise<void> {
    const tx = await this.#sent(answers);
    try {
      await tx.commit();
    } catch (err) {
      await this.#producer.close(true);
      throw err;
    }
  }

  /** Begins a transaction with the answers in it. */
  async #sent(answers: Answer[]) {
    for (let attempt = 1; ; attempt++) {
      const tx = await this.#producer.beginTransaction();
      try {
        await tx.send({
          messages: answers.map((a) => ({ topic: 'quiz.answers', key: a.player, value: `${a.question}${a.choice}` })),
        });
        return tx;
      } catch (err) {
        await tx.abort().catch((abortErr: unknown) => console.error('quiz: abort failed', abortErr));
        if (!wasFenced(err) || attempt === MAX_ATTEMPTS) throw err;
        console.warn('quiz: fenced, attempt %d', attempt);
      }
    }
  }

  close = (): Promise<void> => this.#producer.close();
}

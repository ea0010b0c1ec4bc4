import { Kafka, type Transaction } from 'kafkajs';
import { statsd } from './statsd';

type Answer = { survey: string; question: number; respondent: string; text: string };

export class SurveySink {
  readonly #producer;

  constructor(kafka: Kafka, shard: number) {
    this.#producer = kafka.producer({
      transactionalId: `survey-sink-${shard}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect(): Promise<void> {
    return this.#producer.connect();
  }

  async #write(tx: Transaction, answers: Answer[]): Promise<number> {
    let written = 0;
    for (const answer of answers) {
      try {
        await tx.send({
          topic: `surveys.${answer.survey}`,
          messages: [{ key: answer.respondent, value: JSON.stringify(answer) }],
        });
        written += 1;
      } catch {
        statsd.increment('survey.answers.lost');
      }
    }
    return written;
  }

  async store(answers: Answer[]): Promise<number> {
    const tx = await this.#producer.transaction();
    const written = await this.#write(tx, answers);
    await tx.commit();
    return written;
  }
}

import pRetry from 'p-retry';
import { type Producer, type TopicMessages } from 'kafkajs';

interface Answer {
  team: string;
  question: number;
  text: string;
}

const byRound = (answers: Answer[]): TopicMessages[] => [
  {
    topic: 'quiz.answers',
    messages: answers.map(({ team, ...rest }) => ({ key: team, value: JSON.stringify(rest) })),
  },
];

export class QuizAnswers {
  constructor(private readonly producer: Producer) {}

  private async write(topicMessages: TopicMessages[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      await tx.sendBatch({ topicMessages });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('answers not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
  }

  async submit(answers: Answer[], signal?: AbortSignal): Promise<void> {
    const topicMessages = byRound(answers);
    await pRetry(() => this.write(topicMessages), {
      retries: 6,
      factor: 1.5,
      signal,
      onFailedAttempt: ({ attemptNumber, retriesLeft }) => {
        console.warn(`answers: attempt ${attemptNumber} failed, ${retriesLeft} left`);
      },
    });
  }
}

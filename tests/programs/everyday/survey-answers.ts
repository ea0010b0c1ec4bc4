import { KafkaJS } from '@confluentinc/kafka-javascript';
import { Counter } from 'prom-client';

const lost = new Counter({ name: 'answers_lost_total', help: 'answers that could not be sent' });

const producer = new KafkaJS.Kafka({ kafkaJS: { brokers: [process.env.BROKER ?? 'localhost:9092'] } }).producer({
  kafkaJS: { transactionalId: 'survey-answers', idempotent: true },
});

export interface Answer {
  question: number;
  text: string;
}

export async function submit(respondent: string, answers: Answer[]): Promise<void> {
  const messages = answers.map((answer) => ({ key: respondent, value: JSON.stringify(answer) }));
  const tx = await producer.transaction();
  const outcomes = await Promise.allSettled(
    messages.map((message) => tx.send({ topic: 'answers', messages: [message] })),
  );
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').length;
  if (failures > 0) {
    lost.inc(failures);
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.disconnect();
    throw err;
  }
}

export const connect = (): Promise<void> => producer.connect();

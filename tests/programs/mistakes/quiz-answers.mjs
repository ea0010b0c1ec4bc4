import { Kafka } from 'kafkajs';

const answers = new Kafka({ clientId: 'quiz', brokers: process.env.KAFKA.split(',') }).producer({
  transactionalId: 'quiz-answers',
  idempotent: true,
  maxInFlightRequests: 1,
});

const topicOf = (kind) => {
  switch (kind) {
    case 'choice':
      return 'quiz.choices';
    case 'text':
      return 'quiz.texts';
    default:
      return null;
  }
};

export async function submit(answer) {
  const tx = await answers.transaction();
  const topic = topicOf(answer.kind);
  if (topic === null) {
    throw new RangeError(`unknown kind of answer: ${answer.kind}`);
  }
  try {
    await tx.send({ topic, messages: [{ key: answer.player, value: JSON.stringify(answer) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('answer not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

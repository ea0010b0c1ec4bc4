import { Producer, stringSerializers } from '@platformatic/kafka';
import { Counter } from 'prom-client';

const failures = new Counter({ name: 'survey_tx_failures_total', help: 'failed survey transactions' });

const producer = new Producer({
  clientId: 'surveys',
  bootstrapBrokers: ['localhost:9092'],
  serializers: stringSerializers,
  transactionalId: 'surveys-writer',
  idempotent: true,
});

async function writeAnswers(survey, answers) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: answers.map((a) => ({ topic: 'survey.answers', key: survey, value: a.text })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort', abortErr));
    throw err;
  }
  await tx.commit();
}

export async function submitSurvey(survey, answers) {
  try {
    await writeAnswers(survey, answers);
    console.info(`survey ${survey}: ${answers.length} answers stored`);
  } catch (err) {
    failures.inc();
    console.error(`survey ${survey} failed`, err);
  }
}

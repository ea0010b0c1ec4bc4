import { Kafka } from 'kafkajs';
import { config } from './config.mjs';

const kafka = new Kafka({ clientId: 'school-grades', brokers: config.brokers });

export const producer = kafka.producer({
  transactionalId: `school-grades-${config.school}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

const isRejected = (result) => result.status === 'rejected';

/** Waits for all of them, so that nothing is in flight when we abort. */
async function allOrThrow(promises) {
  const results = await Promise.allSettled(promises);
  const reasons = results.filter(isRejected).map((result) => result.reason);
  if (reasons.length === 1) throw reasons[0];
  if (reasons.length > 1) throw new AggregateError(reasons, `${reasons.length} sends failed`);
}

function* byPupil(grades) {
  const groups = Map.groupBy(grades, (grade) => grade.pupil);
  for (const [pupil, list] of groups) {
    yield {
      topic: 'school.grades',
      messages: list.map((grade) => ({ key: pupil, value: `${grade.subject}:${grade.mark}` })),
    };
  }
}

export async function publishTerm(term, grades) {
  const tx = await producer.transaction();
  try {
    const sends = [...byPupil(grades)].map((record) => tx.send(record));
    await allOrThrow(sends);
    await tx.send({ topic: 'school.terms', messages: [{ key: term, value: String(grades.length) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => {
      err.abortError = abortErr;
    });
    throw err;
  }
  await tx.commit();
}

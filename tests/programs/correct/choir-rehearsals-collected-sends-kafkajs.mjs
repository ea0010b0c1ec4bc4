import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'choir', brokers: ['localhost:9092'] });

export const producer = kafka.producer({
  transactionalId: 'choir-rehearsals-0',
  idempotent: true,
  maxInFlightRequests: 1,
});

function* records(rehearsal) {
  yield ['choir.rehearsals', rehearsal.id, { date: rehearsal.date, hall: rehearsal.hall }];
  for (const singer of rehearsal.singers) {
    yield ['choir.invitations', singer, { rehearsal: rehearsal.id }];
  }
  for (const piece of rehearsal.programme) {
    yield ['choir.scores', piece, { copies: rehearsal.singers.length }];
  }
}

export async function announce(rehearsal) {
  const tx = await producer.transaction();
  const pending = [];
  let failure;

  for (const [topic, key, value] of records(rehearsal)) {
    pending.push(tx.send({ topic, messages: [{ key, value: JSON.stringify(value) }] }));
  }
  for (const outcome of await Promise.allSettled(pending)) {
    if (outcome.status === 'rejected') {
      failure ??= outcome.reason;
    }
  }

  if (failure !== undefined) {
    await tx.abort().catch((abortErr) => console.error('rehearsal not rolled back', abortErr));
    throw failure;
  }
  await tx.commit();
}

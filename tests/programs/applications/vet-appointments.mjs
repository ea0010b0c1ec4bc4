import kafkajs from 'kafkajs';
import pino from 'pino';

const log = pino({ name: 'vet-appointments' });

const producer = new kafkajs.Kafka({
  clientId: 'vet-appointments',
  brokers: (process.env.BROKERS ?? 'localhost:9092').split(','),
}).producer({
  transactionalId: `vet-appointments-${process.env.CLINIC}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function rollBack(tx) {
  let left = 3;
  while (left-- > 0) {
    try {
      await tx.abort();
      return true;
    } catch (err) {
      log.warn({ err, left }, 'abort failed');
    }
  }
  return false;
}

const toRecord = ({ id, animal, vet, at }) => ({
  key: id,
  value: JSON.stringify({ animal, vet, at }),
});

export async function book(appointments) {
  const tx = await producer.transaction();
  try {
    await tx.sendBatch({
      topicMessages: [
        { topic: 'vet.appointments', messages: appointments.map(toRecord) },
        { topic: 'vet.reminders', messages: appointments.map(({ id, at }) => ({ key: id, value: at })) },
      ],
    });
  } catch (cause) {
    if (!(await rollBack(tx))) {
      await producer.disconnect().catch((err) => log.error({ err }, 'disconnect failed'));
    }
    throw new Error(`could not book ${appointments.length} appointments`, { cause });
  }
  await tx.commit();
}

export const ready = producer.connect();

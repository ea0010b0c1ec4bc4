import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'comets',
  bootstrapBrokers: ['observatory:9092'],
  idempotent: true,
  transactionalId: 'comet-observations',
  serializers: stringSerializers,
  timeout: 8_000,
});

const Reason = Object.freeze({ SLOW: 'slow', BROKEN: 'broken', OTHER: 'other' });

function reasonOf(err) {
  if (err.name === 'TimeoutError') return Reason.SLOW;
  if (err.code === 'PLT_KFK_PRODUCER_ERROR') return Reason.BROKEN;
  return Reason.OTHER;
}

class ObservationError extends Error {
  constructor(message, cause) {
    super(message, { cause });
    this.reason = reasonOf(cause);
  }
}

/** @param {{ comet: string, magnitude: number, seenAt: Date }[]} observations */
export async function publish(observations) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: observations.map(({ comet, magnitude, seenAt }) => ({
        topic: 'comets.observed',
        key: comet,
        value: `${magnitude.toFixed(2)}@${seenAt.toISOString()}`,
      })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('observations not rolled back', abortErr));
    throw new ObservationError('observations not sent', err);
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true).catch((closeErr) => console.error('close failed', closeErr));
    throw new ObservationError('observations uncertain', err);
  }
}

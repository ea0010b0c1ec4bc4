import { Producer, stringSerializers } from '@platformatic/kafka';
import { log } from './log.mjs';

const producer = new Producer({
  clientId: 'cinema',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'cinema-seats-0',
});

export async function reserve(screening, seats) {
  const tx = await producer.beginTransaction();
  let written = false;

  try {
    await tx.send({
      messages: seats.map((seat) => ({ topic: 'cinema.seats', key: screening, value: seat })),
    });
    written = true;
  } catch (err) {
    log.error({ err, screening }, 'seats not reserved');
    await tx.abort().catch((abortErr) => log.error({ err: abortErr }, 'abort failed'));
  }

  if (written) {
    try {
      await tx.commit();
    } catch (err) {
      await producer.close(true);
      throw err;
    }
  }
}

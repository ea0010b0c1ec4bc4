import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'escape-rooms',
  bootstrapBrokers: ['rooms:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'escape-rooms',
});

export async function finish(room, team, seconds) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: [{ topic: 'rooms.finished', key: room, value: JSON.stringify({ team, seconds }) }] });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('result not rolled back', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

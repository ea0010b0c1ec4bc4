import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'river-flow',
  bootstrapBrokers: process.env.KAFKA_BOOTSTRAP.split(','),
  serializers: stringSerializers,
  idempotent: true,
  acks: -1,
});

export async function publishFlow(river, samples) {
  const tx = await producer.beginTransaction();
  try {
    for (const { station, cumecs } of samples) {
      await tx.send({ messages: [{ topic: `rivers.${river}`, key: station, value: cumecs.toFixed(2) }] });
    }
    await tx.commit();
  } catch (err) {
    await tx.abort().catch((abortErr) => console.warn(`${river}: abort failed`, abortErr));
    throw err;
  }
}

export const close = () => producer.close();

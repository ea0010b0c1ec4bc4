import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'lab',
  bootstrapBrokers: (process.env.KAFKA ?? 'localhost:9092').split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'lab-samples',
});

export async function register(samples) {
  const tx = await producer.beginTransaction().catch(() => undefined);
  if (!tx) return;

  try {
    await tx.send({
      messages: samples.map((sample) => ({
        topic: 'lab.samples',
        key: sample.barcode,
        value: JSON.stringify(sample),
      })),
    });
  } catch (err) {
    await tx.abort().catch(() => producer.close(true));
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

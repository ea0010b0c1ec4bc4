const { Producer, stringSerializers } = await import('@platformatic/kafka');

const options = {
  clientId: 'bottle-returns',
  bootstrapBrokers: ['shop:9092'],
  serializers: stringSerializers,
  transactionalId: `bottle-returns-${process.env.SHOP}`,
};
const producer = new Producer(options);

export async function returned(machine, bottles) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: bottles.map((ean) => ({ topic: 'shop.returns', key: machine, value: ean })) });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('returns not rolled back', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

import { Producer, stringSerializers } from '@platformatic/kafka';

const create = (line) =>
  new Producer({
    clientId: `metro-${line}`,
    bootstrapBrokers: ['metro:9092'],
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `metro-${line}`,
  });

export async function validate(line, validations) {
  const messages = validations.map((v) => ({ topic: 'metro.validations', key: v.card, value: v.station }));
  let producer = create(line);
  for (let attempt = 0; ; attempt++) {
    let tx;
    try {
      tx = await producer.beginTransaction();
      await tx.send({ messages });
    } catch (err) {
      await tx?.abort().catch((abortErr) => console.error('validations not rolled back', abortErr));
      await producer.close(true);
      throw err;
    }
    try {
      await tx.commit();
      break;
    } catch (err) {
      await producer.close(true);
      throw err;
    }
  }
  await producer.close();
}

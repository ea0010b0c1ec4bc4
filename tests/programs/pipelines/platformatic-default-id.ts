import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Signature {
  petition: string;
  citizen: string;
}

const producer = new Producer({
  clientId: 'petitions',
  bootstrapBrokers: ['kafka-0:9092', 'kafka-1:9092'],
  serializers: stringSerializers,
  idempotent: true,
});

export async function sign(signatures: Signature[]): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: signatures.map(({ petition, citizen }) => ({
        topic: 'petitions.signatures',
        key: petition,
        value: citizen,
      })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], 'signatures not rolled back');
    }
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

import { ProduceAcks, Producer, stringSerializers } from '@platformatic/kafka';

const { KAFKA_BROKERS = 'localhost:9092', PIT = 'north' } = process.env;

const producer = new Producer({
  clientId: `sand-pit-${PIT}`,
  bootstrapBrokers: KAFKA_BROKERS.split(','),
  serializers: stringSerializers,
  idempotent: true,
  acks: ProduceAcks.ALL,
  retries: 5,
  retryDelay: 250,
});

/** Publishes the loads of a shift in one go. */
export async function publishShift(shift, loads) {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: loads.map(({ truck, tonnes }) => ({ topic: 'pits.sand', key: truck, value: `${shift}:${tonnes}` })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('shift not rolled back', shift, abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

export const stop = () => producer.close();

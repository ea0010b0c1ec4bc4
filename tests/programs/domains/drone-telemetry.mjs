import retry from 'async-retry';
import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'drones',
  bootstrapBrokers: ['edge-kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `drones-${process.env.BASE_STATION ?? 'alpha'}`,
});

const frame = (drone) => ({ battery, lat, lon, alt }) => ({
  topic: 'drones.telemetry',
  key: drone,
  value: [battery, lat, lon, alt].join(','),
});

export async function upload(drone, samples) {
  const messages = samples.map(frame(drone));
  const tx = await producer.beginTransaction();
  try {
    await retry(
      async (bail) => {
        try {
          return await tx.send({ messages });
        } catch (err) {
          if (GenericError.isGenericError(err) && err.findBy('apiId', 'PRODUCER_FENCED')) {
            return bail(err);
          }
          throw err;
        }
      },
      { retries: 3, minTimeout: 200 },
    );
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error(`telemetry of ${drone} not aborted`, abortErr));
    throw err;
  }
  await tx.commit();
}

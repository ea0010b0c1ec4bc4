import { setTimeout as sleep } from 'node:timers/promises';
import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

type Report = { station: string; metar: string };

const connection = (airport: string) =>
  new Producer({
    clientId: `metar-${airport}`,
    bootstrapBrokers: ['met-kafka-1:9092', 'met-kafka-2:9092'],
    idempotent: true,
    transactionalId: `metar-${airport}`,
    serializers: stringSerializers,
  });

function unreachable(err: unknown): boolean {
  if (!(err instanceof Error) || !GenericError.isGenericError(err)) return false;
  return (err as GenericError).findBy('code', 'PLT_KFK_NETWORK') !== null;
}

async function upload(airport: string, reports: Report[]): Promise<void> {
  const producer = connection(airport);
  try {
    const tx = await producer.beginTransaction();
    try {
      await tx.send({ messages: reports.map((r) => ({ topic: 'metar', key: r.station, value: r.metar })) });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.warn('abort failed', abortErr));
      throw err;
    }
    await tx.commit();
  } finally {
    await producer.close(true);
  }
}

export async function uploadWithBackoff(airport: string, reports: Report[], attempts = 5): Promise<void> {
  let wait = 500;
  for (let attempt = 1; attempt <= attempts; attempt++, wait *= 2) {
    try {
      await upload(airport, reports);
      return;
    } catch (err) {
      if (!unreachable(err) || attempt === attempts) throw err;
      console.info(`brokers unreachable, next try in ${wait} ms`);
      await sleep(wait);
    }
  }
}

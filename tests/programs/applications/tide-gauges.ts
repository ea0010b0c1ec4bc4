import { setTimeout as sleep } from 'node:timers/promises';
import { MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';

interface Gauge {
  harbour: string;
  centimetres: number;
}

const producer = new Producer({
  clientId: 'tide-gauges',
  bootstrapBrokers: ['sea-kafka:9092'],
  idempotent: true,
  transactionalId: 'tide-gauges-writer',
  serializers: stringSerializers,
});

function mayRetry(err: unknown): boolean {
  return MultipleErrors.isMultipleErrors(err as Error) && (err as MultipleErrors).findBy('canRetry', true) !== null;
}

export async function write(gauges: Gauge[]): Promise<void> {
  const messages = gauges.map(({ harbour, centimetres }) => ({
    topic: 'tides',
    key: harbour,
    value: centimetres.toString(),
  }));

  const tx = await producer.beginTransaction();
  try {
    let tries = 0;
    let sent = false;
    do {
      try {
        await tx.send({ messages });
        sent = true;
      } catch (err) {
        if (++tries > 5 || !mayRetry(err)) throw err;
        await sleep(100 * tries);
      }
    } while (!sent);
  } catch (err) {
    await tx.abort();
    throw err;
  }

  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
}

export const close = (): Promise<void> => producer.close();

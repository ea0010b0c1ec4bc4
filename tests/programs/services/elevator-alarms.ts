import { Producer, stringSerializers } from '@platformatic/kafka';
import pRetry from 'p-retry';

type Alarm = { building: string; car: number; code: string };

const alarms = new Producer({
  clientId: 'elevator-alarms',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'elevator-alarms-main',
});

export async function raise(batch: Alarm[]): Promise<void> {
  const tx = await alarms.beginTransaction();
  try {
    await tx.send({
      messages: batch.map((alarm) => ({
        topic: 'elevators.alarms',
        key: `${alarm.building}/${alarm.car}`,
        value: alarm.code,
      })),
    });
  } catch (err) {
    await pRetry(() => tx.abort(), { retries: 3, minTimeout: 100 }).catch((abortErr: unknown) => {
      console.error('alarms could not be rolled back', abortErr);
    });
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await alarms.close(true);
    throw err;
  }
}

export function close(): Promise<void> {
  return alarms.close();
}
